/** The page of "Connect yours": form and result, connected parties, data that a party needs, and steps. */
import type { JsonObject, NumericDate, PublicJwk } from '../../base/index.ts'
import { type Html, html, type Language, raw } from '../../http/index.ts'
import { renderQrCode } from '../../relying-party/pages/qr-code.ts'
import { adminPaths } from '../../trust-anchor/paths.ts'
import { describeCall } from '../administration.ts'
import { type CallResult, membersOf, renderAnswerRefusal, succeeded } from '../answer-refusal.ts'
import { shownIdentifier } from '../map/name-entity.ts'
import { renderEmpty, renderFacts } from '../shell/blocks.ts'
import { renderApiCall, renderCode, renderJson, renderTime } from '../shell/parts.ts'
import type { ConnectParts } from './connect-parts.ts'
import { texts } from './connect-texts.ts'
import { type ConnectedParty, maximumParties } from './connected-parties.ts'
import { type PartyForm, type PartyFormCode, type PartyKind, partyKinds } from './party-form.ts'
import { renderRecipe } from './recipes.ts'
import { anchorOf, documentPath } from './sandbox-document.ts'

/**
 * Notice above the form. `cannot`: the form cannot be sent. `result`: result of a dry run, or of a registration that
 * did not succeed. `removal`: result of a removal that did not succeed. `done`: a registration or removal that
 * succeeded.
 */
export type ConnectNotice =
  | { readonly cannot: PartyFormCode }
  | { readonly body: JsonObject; readonly result: CallResult; readonly isDryRun: boolean }
  | { readonly removal: CallResult }
  | { readonly done: 'registered' | 'removed' }

interface ConnectPage {
  readonly parts: ConnectParts
  readonly form: PartyForm
  readonly keys: readonly PublicJwk[]
  /** `undefined` if the Trust Anchor returns no list. */
  readonly parties: readonly ConnectedParty[] | undefined
  readonly now: NumericDate
  readonly notice?: ConnectNotice | undefined
}

export function renderConnectPage(language: Language, page: ConnectPage): Html {
  const { parts } = page
  const text = texts[language]
  return html`<p class="lead">${text.lead}</p>
${parts.host === undefined ? html`<p class="alert alert-primary" id="connect-loopback">${text.loopback}</p>` : html`<p class="alert alert-warning" id="connect-reachable">${text.reachable(parts.host)}</p>`}
${renderNotice(language, page)}
<div class="row g-4"><div class="col-lg-6">${renderForm(language, page)}</div>
<div class="col-lg-6">${renderParties(language, page)}</div></div>
${renderNeeds(language, page)}
<section aria-labelledby="connect-recipes" class="mt-4"><h2 id="connect-recipes" class="h4">${text.recipesTitle}</h2>
${partyKinds.map((kind) => html`<details class="break-group"${kind === page.form.kind && page.notice !== undefined ? html` open` : ''}><summary id="connect-steps-${kind}">${text.kinds[kind]}</summary>${renderRecipe(language, kind, parts)}</details>\n`)}</section>`
}

function renderForm(language: Language, { form, parts }: ConnectPage): Html {
  const text = texts[language]
  const call = {
    role: 'trust-anchor',
    method: 'POST',
    path: adminPaths.subordinates,
    body: { entity_id: form.entityId || 'https://yours.example', dry_run: true },
  } as const
  return html`<section class="card" aria-labelledby="connect-form-title"><div class="card-body"><h2 class="card-title h4" id="connect-form-title">${text.formTitle}</h2>
<form method="post" action="/connect" id="connect-form">
<div class="mb-3"><label class="form-label" for="connect-kind">${text.kind}</label><select class="form-select" id="connect-kind" name="kind">
${partyKinds.map((kind) => html`<option value="${kind}"${kind === form.kind ? html` selected` : ''}>${text.kinds[kind]}</option>`)}</select></div>
<div class="mb-3"><label class="form-label" for="connect-entity">${text.entityId}</label><input class="form-control" id="connect-entity" name="entity_id" value="${form.entityId}" autocomplete="off" spellcheck="false" placeholder="https://yours.example" aria-describedby="connect-entity-hint"><p class="form-text" id="connect-entity-hint">${text.entityIdHint}</p></div>
<div class="mb-3"><label class="form-label" for="connect-pasted">${text.pasted}</label><textarea class="form-control font-monospace" id="connect-pasted" name="pasted" rows="4" autocomplete="off" spellcheck="false" aria-describedby="connect-pasted-hint">${form.pasted}</textarea><p class="form-text" id="connect-pasted-hint">${text.pastedHint}</p></div>
<div class="mb-3"><label class="form-label" for="connect-types">${text.credentialTypes}</label><input class="form-control" id="connect-types" name="credential_types" value="${form.credentialTypes}" autocomplete="off" spellcheck="false" placeholder="${parts.credentialTypes[0] ?? ''}" aria-describedby="connect-types-hint"><p class="form-text" id="connect-types-hint">${text.credentialTypesHint}</p></div>
<div class="d-flex flex-wrap gap-2"><button class="btn btn-primary" id="connect-dry-run" name="action" value="dry-run">${text.dryRun}</button>
<button class="btn btn-outline-primary" id="connect-register" name="action" value="register">${text.register}</button></div></form>
<div class="mt-3">${renderApiCall(language, 'connect-api', describeCall(parts.roles, call))}</div></div></section>`
}

function renderNotice(language: Language, { notice, form, parts }: ConnectPage): Html | '' {
  const text = texts[language]
  if (notice === undefined) return ''
  if ('cannot' in notice)
    return html`<p class="alert alert-danger" id="connect-cannot" role="status">${text.cannot[notice.cannot]}</p>`
  if ('done' in notice)
    return html`<p class="alert alert-success" id="connect-done" role="status">${text[notice.done]}</p>`
  if ('removal' in notice) return renderAnswerRefusal(language, 'connect-refused', notice.removal)
  const { body, result, isDryRun } = notice
  const call = describeCall(parts.roles, { role: 'trust-anchor', method: 'POST', path: adminPaths.subordinates, body })
  const api = html`<div class="mb-3">${renderApiCall(language, 'connect-asked', call)}</div>`
  if (!succeeded(result)) return html`${renderAnswerRefusal(language, 'connect-refused', result)}${api}`
  const view = membersOf(result)
  const done = html`<p class="alert alert-success" id="connect-done" role="status">${isDryRun ? html`<strong>${text.previewTitle}.</strong> ${text.preview}` : text.registered}</p>`
  return html`${done}${renderView(language, view, form.kind)}${api}`
}

/** Entity types of each kind of party. A party needs at least one of them. */
const typesOf: Readonly<Record<PartyKind, readonly string[]>> = {
  'wallet-provider': ['wallet_provider'],
  issuer: ['openid_credential_issuer'],
  'relying-party': ['wallet_relying_party', 'openid_credential_verifier'],
}

function renderView(language: Language, view: Readonly<Record<string, unknown>>, kind: PartyKind): Html {
  const text = texts[language]
  const list = (name: string): readonly string[] => (Array.isArray(view[name]) ? view[name].map(String) : [])
  const types = list('entity_types')
  const remarks = [
    ['connect-emptied', text.emptied, list('emptied')],
    ['connect-key-urls', text.keySetUrls, list('key_set_urls')],
  ] as const
  const fits = typesOf[kind].some((type) => types.includes(type))
  return html`${fits ? '' : html`<p class="alert alert-warning" id="connect-other-kind">${text.otherKind(text.kinds[kind])}</p>`}
${remarks.map(([id, words, names]) => (names.length === 0 ? '' : html`<p class="alert alert-warning" id="${id}">${words} ${names.map((name) => html`<code>${name}</code> `)}</p>`))}
${renderFacts('connect-view', [
  [text.entityTypes, types.join(', ')],
  [text.keys, list('kids').join(', ')],
])}
${view.resolved_metadata === undefined ? '' : renderJson(view.resolved_metadata, 'connect-metadata', text.metadata, language)}`
}

function renderParties(language: Language, { parties, now }: ConnectPage): Html {
  const text = texts[language]
  const list =
    parties === undefined
      ? html`<p class="alert alert-danger" id="connect-silent">${text.silent}</p>`
      : parties.length === 0
        ? renderEmpty('connect-none', text.none, text.noneHint)
        : html`<ul class="list-group" id="connect-list">${parties.map((party, index) => renderParty(language, party, index, now))}</ul>${parties.length < maximumParties ? '' : html`<p class="small" id="connect-most">${text.most(maximumParties)}</p>`}`
  return html`<section aria-labelledby="connect-parties"><h2 id="connect-parties" class="h4">${text.partiesTitle}</h2>${list}
<p class="mt-3"><a class="btn btn-sm btn-outline-primary button" id="connect-check" href="/connect">${text.check}</a></p></section>`
}

function renderParty(language: Language, party: ConnectedParty, index: number, now: NumericDate): Html {
  const text = texts[language]
  const { entityId, entityTypes, trust, reasons, expiresAt } = party
  const word = party.status === 'suspended' ? text.suspended : text[trust]
  const isTrusted = trust === 'trusted'
  return html`<li class="list-group-item connect-party" id="connect-party-${index}"><p class="mb-1"><strong>${shownIdentifier(entityId)}</strong> <span class="badge ${isTrusted ? 'bg-success' : 'bg-warning'}">${word}</span></p>
<p class="small mb-1">${entityTypes.map((type) => shownIdentifier(type)).join(', ')}${expiresAt === undefined ? '' : html` · ${text.expires} ${renderTime(language, expiresAt, now)}`}</p>
${reasons.map(({ code, at, advice }) => html`<p class="mb-1"><code>${code}</code>${at === '' ? '' : html` <code>${shownIdentifier(at)}</code>`}${advice === '' ? '' : html`<br>${text.change}: <span lang="en">${advice}</span>`}</p>`)}
<form method="post" action="/connect/remove"><input type="hidden" name="entity_id" value="${entityId}"><button class="btn btn-xs btn-outline-danger" id="connect-remove-${index}">${text.remove}<span class="visually-hidden"> ${shownIdentifier(entityId)}</span></button></form></li>
`
}

function renderNeeds(language: Language, { parts, keys }: ConnectPage): Html {
  const text = texts[language]
  const { certificateAuthority: pem, publicUrl } = parts
  const address = (url: string): Html => html`<code>${url}</code>`
  return html`<section aria-labelledby="connect-needs" class="mt-4"><h2 id="connect-needs" class="h4">${text.needsTitle}</h2>
<div class="row g-4"><div class="col-lg-8">
${renderFacts('connect-facts', [
  [text.anchor, address(anchorOf(parts))],
  ...[...parts.roles, ...parts.logins]
    .filter(({ name }) => name !== 'trust-anchor')
    .map(({ name, url }): [string, Html] => [name, address(url)]),
  [text.types, html`${parts.credentialTypes.map((type) => html`<code>${type}</code> `)}`],
  [text.redirects, html`${text.redirectWords} <code>${parts.walletAuthorizationEndpoint}</code>`],
  [text.document, html`<a id="connect-document" href="${documentPath}">${publicUrl}${documentPath}</a>`],
])}
<h3 class="h5" id="connect-keys-title">${text.anchorKeys}</h3>${renderJson({ keys }, 'connect-keys', text.anchorKeys, language)}
${pem === undefined ? '' : html`<h3 class="h5">${text.authority}</h3><p><a id="connect-authority" href="/authority.crt" download>${text.authorityLink}</a></p>${renderCode(pem, 'connect-pem', text.authority, language)}`}
</div><div class="col-lg-4">
${renderQr('connect-qr', text.qr, publicUrl + documentPath)}
${pem === undefined ? '' : renderQr('connect-qr-authority', text.qrAuthority, `${publicUrl}/authority.crt`)}
</div></div></section>`
}

const renderQr = (id: string, label: string, url: string): Html =>
  html`<figure class="connect-qr"><div id="${id}" role="img" aria-label="${label}">${raw(renderQrCode(url))}</div><figcaption class="small">${label}</figcaption></figure>`
