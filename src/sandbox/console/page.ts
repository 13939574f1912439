/**
 * Page of the console. Without script it reloads itself. With script only its `main` is replaced, so that opened
 * details stay open.
 */
import type { DecisionRecord } from '../../base/index.ts'
import { type Html, type HttpResponse, html, type Language, respondPage } from '../../http/index.ts'
import type { RuleCount } from '../../node/index.ts'
import { describeDecision } from '../../rules/index.ts'
import type { ObservedRole } from './observe-roles.ts'

const texts = {
  it: {
    title: 'Console di fiducia',
    away: 'La sandbox non risponde: ciò che segue è di prima.',
    roles: 'Ruoli',
    up: 'risponde',
    down: 'non risponde',
    configuration: 'Entity Configuration',
    noRoles: 'Nessun ruolo è in esecuzione.',
    decisions: 'Ultime decisioni',
    noDecisions: 'Ancora nessuna decisione.',
    time: 'Ora (UTC)',
    where: 'Dove',
    outcome: 'Esito',
    rule: 'Regola',
    trace: 'Traccia',
    rules: 'Regole applicate',
    passed: 'superata',
    refused: 'ha rifiutato',
    accepted: 'accettata',
    refusedOutcome: 'rifiutata',
    failed: 'non decisa',
  },
  en: {
    title: 'fiducia console',
    away: 'The sandbox does not answer. This is its last known state.',
    roles: 'Roles',
    up: 'answers',
    down: 'does not answer',
    configuration: 'Entity Configuration',
    noRoles: 'No role is running.',
    decisions: 'Last decisions',
    noDecisions: 'No decision yet.',
    time: 'Time (UTC)',
    where: 'Where',
    outcome: 'Outcome',
    rule: 'Rule',
    trace: 'Trace',
    rules: 'Rules applied',
    passed: 'passed',
    refused: 'refused',
    accepted: 'accepted',
    refusedOutcome: 'refused',
    failed: 'not decided',
  },
} as const
type Texts = (typeof texts)[Language]

export function renderConsole(
  language: Language,
  roles: readonly ObservedRole[],
  decisions: readonly DecisionRecord[],
  counts: readonly RuleCount[],
): Promise<HttpResponse> {
  const text = texts[language]
  return respondPage(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${text.title}</title>
<link rel="stylesheet" href="/console.css">
<script src="/console.js" defer></script>
<noscript><meta http-equiv="refresh" content="5"></noscript>
</head>
<body>
<header><h1>${text.title}</h1><div role="status"><p id="away" class="failed" hidden>${text.away}</p></div></header>
<main>
<section><h2>${text.roles}</h2>${roles.length === 0 ? html`<p>${text.noRoles}</p>` : roles.map((role) => renderRole(text, role))}</section>
<section><h2>${text.decisions}</h2>${renderDecisions(text, decisions)}</section>
<section><details id="rules"><summary>${text.rules} (${counts.length})</summary>${renderCounts(text, counts)}</details></section>
</main>
</body>
</html>`)
}

const renderRole = (text: Texts, role: ObservedRole): Html => html`<article>
<h3>${role.name}</h3>
<p><span class="${role.healthy ? 'accepted' : 'refused'}">${role.healthy ? text.up : text.down}</span> <a href="${role.url}">${role.url}</a></p>
${
  role.entityConfiguration
    ? html`<details id="role-${role.name}"><summary>${text.configuration}</summary><pre tabindex="0">${JSON.stringify(role.entityConfiguration, null, 2)}</pre></details>`
    : ''
}
</article>`

function renderDecisions(text: Texts, decisions: readonly DecisionRecord[]): Html {
  if (decisions.length === 0) return html`<p>${text.noDecisions}</p>`
  return html`<table>
<thead><tr><th scope="col">${text.time}</th><th scope="col">${text.where}</th><th scope="col">${text.outcome}</th><th scope="col">${text.rule}</th><th scope="col">${text.trace}</th></tr></thead>
<tbody>${decisions.map((decision) => renderDecision(text, decision))}</tbody>
</table>`
}

function renderDecision(text: Texts, decision: DecisionRecord): Html {
  const { at, surface, outcome, trace } = decision
  const outcomes = { accepted: text.accepted, refused: text.refusedOutcome, failed: text.failed }
  const refusal = describeDecision(decision)
  const rule = refusal ? html`${refusal.requirement} ${refusal.code} <span lang="en">${refusal.reason}</span>` : ''
  return html`<tr><td>${new Date(at * 1000).toISOString().slice(11, 19)}</td><td>${surface}</td><td class="${outcome}">${outcomes[outcome]}</td><td>${rule}</td><td><a href="/decisions/${trace}"><code>${trace}</code></a></td></tr>`
}

const renderCounts = (text: Texts, counts: readonly RuleCount[]): Html => html`<table>
<thead><tr><th scope="col">${text.rule}</th><th scope="col">${text.passed}</th><th scope="col">${text.refused}</th></tr></thead>
<tbody>${counts.map(({ requirement, passed, refused }) => html`<tr><td>${requirement}</td><td>${passed}</td><td>${refused}</td></tr>`)}</tbody>
</table>`
