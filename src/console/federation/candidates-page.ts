/** Renders the applicants, and the dry run of an admission with the metadata that would result. */
import { isJsonObject, type NumericDate, printable } from '../../base/index.ts'
import type { Metadata } from '../../federation/index.ts'
import { type Html, html, type Language } from '../../http/index.ts'
import type { AdministrationAnswer } from '../administration.ts'
import { renderEntityLink, shownIdentifier } from '../map/name-entity.ts'
import { slugOf } from '../map/observe-federation.ts'
import { renderMetadata } from '../map/render-metadata.ts'
import { renderApiCall, renderJson, renderTime } from '../shell/parts.ts'
import { actionWords } from './action-words.ts'
import { type Administration, type AuthorityCall, isDone, shownCall, textsOf } from './administration.ts'
import { renderRefused } from './desk-layout.ts'

/** An entity that asked for a statement about itself and got none, or that names the authority as its superior. */
export interface Applicant {
  readonly entityId: string
  /** Time of its last request. Absent if it only names the authority as its superior. */
  readonly at?: NumericDate
}

export interface DryRun {
  readonly call: AuthorityCall
  readonly answer: AdministrationAnswer
  /**
   * Metadata that the candidate publishes. Empty if the authority refuses the candidate, or if they cannot be fetched.
   */
  readonly published: Metadata
}

type Inputs = Readonly<Record<string, string>>

const texts = {
  it: {
    applicants: 'Chi chiede di entrare',
    source:
      'Un’entità è qui se ha chiesto all’autorità la propria dichiarazione senza averne una, o se nomina l’autorità come superiore.',
    nobody: 'Nessuno.',
    asked: 'ha chiesto',
    names: 'nomina l’autorità come superiore',
    dry: 'Prova senza aggiungere',
    form: 'Prova di un’ammissione',
    entity: 'Identificatore dell’entità',
    types: 'Tipi che può avere (facoltativo; se manca, quelli dei suoi metadati)',
    credentials: 'Attestazioni che un emittente può emettere',
    intermediate: 'Ha membri propri (intermediario)',
    constraints: 'Vincoli come JSON (necessari per un intermediario)',
    policy: 'Politica dei metadati come JSON (facoltativo; sostituisce quella predefinita)',
    missing: 'Manca l’identificatore dell’entità.',
    broken: 'Un testo JSON non è un oggetto.',
    accepted: 'Può entrare. Questi sarebbero i suoi metadati per tutti gli altri:',
    emptied: 'Le politiche svuotano',
    keySetUrl: 'Altri rifiutano questo ruolo, perché le sue chiavi sono soltanto a un URL:',
    unknown: 'Nessun lettore conosce',
    full: 'Risposta intera',
  },
  en: {
    applicants: 'Applicants',
    source:
      'An applicant has asked the authority for its own statement and there is none, or names the authority as its superior.',
    nobody: 'Nobody.',
    asked: 'asked',
    names: 'names the authority as its superior',
    dry: 'Dry run',
    form: 'Dry run of an admission',
    entity: 'Entity identifier',
    types: 'Types that it may have (optional; defaults to those of its metadata)',
    credentials: 'Credentials that an issuer may issue',
    intermediate: 'Has members of its own (intermediate)',
    constraints: 'Constraints as JSON (required for an intermediate)',
    policy: 'Metadata policy as JSON (optional; replaces the default one)',
    missing: 'The entity identifier is missing.',
    broken: 'A JSON text is not an object.',
    accepted: 'It can join. These would be its metadata for everybody else:',
    emptied: 'The policies empty',
    keySetUrl: 'Others refuse this role, because its keys are only at a URL:',
    unknown: 'This operator or constraint is not known:',
    full: 'Whole response',
  },
} as const

interface CandidatesView {
  readonly administration: Administration
  /** Absent if the authority does not show its members. The page then has no list of applicants. */
  readonly applicants?: readonly Applicant[]
  readonly inputs: Inputs
  readonly now: NumericDate
  /** `broken`: the form has no entity, or a JSON text that is not an object. Absent without a dry run. */
  readonly result?: DryRun | 'broken'
}

export function renderCandidates(language: Language, view: CandidatesView): Html {
  const text = texts[language]
  const { applicants, inputs, result, now } = view
  return html`${result === undefined ? '' : renderResult(language, view, result)}
${applicants === undefined ? '' : renderApplicants(language, applicants, now)}
<h2 class="h5" id="federation-dry-title">${text.form}</h2>
<form method="post" action="/federation/candidates" id="federation-candidate">
${renderInput('entity', text.entity, inputs.entity)}
${renderInput('types', text.types, inputs.types)}
${renderInput('credential_types', text.credentials, inputs.credential_types)}
<div class="form-check mb-3"><input class="form-check-input" type="checkbox" id="federation-in-intermediate" name="intermediate" value="on"${inputs.intermediate === undefined ? '' : html` checked`}><label class="form-check-label" for="federation-in-intermediate">${text.intermediate}</label></div>
${renderTextarea('constraints', text.constraints, inputs.constraints)}
${renderTextarea('policy', text.policy, inputs.policy)}
<button class="btn btn-primary" id="federation-candidate-dry">${text.dry}</button>
</form>`
}

const renderApplicants = (language: Language, applicants: readonly Applicant[], now: NumericDate): Html => {
  const text = texts[language]
  return html`<h2 class="h5" id="federation-applicants-title">${text.applicants}</h2>
<p class="small">${text.source}</p>
${
  applicants.length === 0
    ? html`<p id="federation-applicants-none">${text.nobody}</p>`
    : html`<ul class="list-unstyled" id="federation-applicants">${applicants.map(
        ({ entityId, at }) =>
          html`<li class="mb-2"><form method="post" action="/federation/candidates" class="d-flex flex-wrap gap-2 align-items-center"><input type="hidden" name="entity" value="${entityId}"><span class="text-break">${renderEntityLink(`federation-applicant-${slugOf(entityId)}`, entityId)}: ${at === undefined ? text.names : html`${text.asked} ${renderTime(language, at, now)}`}</span><button class="btn btn-sm btn-outline-primary" id="federation-dry-${slugOf(entityId)}">${text.dry}<span class="visually-hidden"> ${shownIdentifier(entityId)}</span></button></form></li>\n`,
      )}</ul>`
}`
}

const renderInput = (name: string, label: string, value = ''): Html =>
  html`<label class="form-label" for="federation-in-${name}">${label}</label>
<input class="form-control mb-3" id="federation-in-${name}" name="${name}" value="${value}" autocomplete="off" ${name === 'entity' ? html`type="url" required maxlength="2048"` : html`type="text"`}>`

const renderTextarea = (name: string, label: string, value = ''): Html =>
  html`<label class="form-label" for="federation-in-${name}">${label}</label>
<textarea class="form-control mb-3 map-code" id="federation-in-${name}" name="${name}" rows="4" spellcheck="false" autocomplete="off">${value}</textarea>`

function renderResult(language: Language, { administration, inputs }: CandidatesView, result: DryRun | 'broken'): Html {
  const text = texts[language]
  if (result === 'broken')
    return html`<p class="alert alert-danger" role="alert" id="federation-broken">${inputs.entity === undefined ? text.missing : text.broken}</p>`
  const { answer, call, published } = result
  const shown = renderApiCall(language, 'federation-dry-call', shownCall(administration, call))
  if (!isDone(answer)) return html`${renderRefused(language, 'federation-refused', answer)}${shown}`
  const view = isJsonObject(answer.body) ? answer.body : {}
  const resolved = isJsonObject(view.resolved_metadata) ? (view.resolved_metadata as Metadata) : {}
  const remarks = [
    ...textsOf(view.emptied).map((place) => `${text.emptied} ${place}.`),
    ...textsOf(view.key_set_urls).map((place) => `${text.keySetUrl} ${place}.`),
    ...textsOf(view.unknown).map((place) => `${text.unknown} ${place}.`),
  ]
  return html`<section id="federation-result" aria-labelledby="federation-accepted">
<p class="alert alert-success" role="status" id="federation-accepted"><span class="text-break">${shownIdentifier(inputs.entity ?? '')}</span>: ${text.accepted}</p>
${remarks.length === 0 ? '' : html`<ul class="text-break">${remarks.map((remark) => html`<li>${printable(remark)}</li>`)}</ul>`}
<h2 class="visually-hidden">${shownIdentifier(inputs.entity ?? '')}</h2>
${renderMetadata(language, 'federation-metadata', published, resolved)}
<details><summary id="federation-answer">${text.full}</summary>${renderJson(view, 'federation-answer-json', text.full)}</details>
${shown}
<form method="post" action="/federation/confirm" class="mt-3"><input type="hidden" name="action" value="add">${Object.entries(inputs).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<button class="btn btn-primary" id="federation-add">${actionWords[language].add[0]}</button></form>
</section>`
}
