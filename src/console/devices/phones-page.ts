/** Renders the pages of the simulated phones: the order form, and the evidence of a phone. */
import { joinUrl } from '../../base/index.ts'
import { type Html, html, type Language } from '../../http/index.ts'
import { renderFacts } from '../shell/blocks.ts'
import { renderField, renderTable } from '../shell/fields.ts'
import { renderApiCall, renderCode } from '../shell/parts.ts'
import { type Text, texts } from './devices-texts.ts'
import { groupPhones, platformNames } from './group-phones.ts'
import { renderState, renderTabs } from './instance-list.ts'
import type { ShownInstance } from './instances-client.ts'
import type { PhoneProfile, SimulatedPhone, SimulatedPhones } from './simulated-phones.ts'

/** Returns the name of a profile with spaces: `wrong_challenge` gives "wrong challenge". */
const wordsOf = (name: string): string => name.replaceAll('_', ' ')

/** Returns the form value of a profile: `android/tee`. */
const keyOf = ({ platform, name }: PhoneProfile): string => `${platform}/${name}`

interface PhonesPage {
  readonly language: Language
  readonly phones: Pick<SimulatedPhones, 'profiles' | 'recent' | 'url'>
  readonly notice?: Html
}

export function renderPhones({ language, phones, notice }: PhonesPage): Html {
  const text = texts[language]
  const recent = phones.recent()
  return html`${renderTabs(language, 'phones', true)}
<p class="lead">${text.phonesLead}</p>
${notice ?? ''}
<div class="row"><div class="col-lg-5"><form method="post" action="/phones/simulated" id="devices-order" class="card"><div class="card-body">
<h2 class="h5">${text.order}</h2>
<div class="mb-3"><label class="form-label" for="devices-profile">${text.profile}</label>
<select class="form-select" id="devices-profile" name="profile">${renderOptions(text, phones.profiles)}</select></div>
<button class="btn btn-primary" id="devices-order-button">${text.orderButton}</button>
${renderApiCall(language, 'devices-order-call', orderCall(phones.url, 'android', 'tee'))}
</div></form></div>
<div class="col-lg-7"><section aria-labelledby="devices-recent-heading"><h2 class="h5" id="devices-recent-heading">${text.recent}</h2>
${
  recent.length === 0
    ? html`<p id="devices-no-phones">${text.noPhones}</p>`
    : html`<ul class="list-group" id="devices-recent">${recent.map(
        ({ id, profile }) =>
          html`<li class="list-group-item"><a id="devices-phone-${id}" href="/phones/simulated/${id}">${platformNames[profile.platform]}: <span lang="en">${wordsOf(profile.name)}</span></a> <code>${id}</code></li>`,
      )}</ul>`
}</section></div></div>
<details><summary id="devices-profiles-summary">${text.allProfiles} (${phones.profiles.length})</summary>
${renderTable(
  'devices-profiles',
  text.allProfiles,
  [text.platform, text.profile, text.kind, text.shows],
  phones.profiles.map(
    (profile) =>
      html`<tr><td>${platformNames[profile.platform]}</td><td><code>${profile.name}</code></td><td>${text.kinds[profile.kind]}</td><td>${text.evidence[profile.shows]}</td></tr>`,
  ),
)}</details>`
}

const renderOptions = (text: Text, profiles: readonly PhoneProfile[]): readonly Html[] =>
  groupPhones(profiles, text.kindNames).map(
    ({ label, members }) =>
      html`<optgroup label="${label}">${members.map((profile) => html`<option value="${keyOf(profile)}" lang="en">${wordsOf(profile.name)}</option>`)}</optgroup>`,
  )

const orderCall = (url: string, platform: string, profile: string) => ({
  method: 'POST',
  url: joinUrl(url, '/devices'),
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ platform, profile }),
})

interface PhonePage {
  readonly language: Language
  readonly url: string
  readonly phone: SimulatedPhone
  /** The instance that a wallet registered with this phone. */
  readonly instance?: ShownInstance
  /** Present if the Wallet Provider did not say whether there is an instance. */
  readonly refusal?: Html
  readonly proof?: { readonly challenge: string; readonly keyAttestation: string }
}

export function renderPhone({ language, url, phone, instance, refusal, proof }: PhonePage): Html {
  const text = texts[language]
  const { id, profile, hardwareKeyTag } = phone
  return html`<h2>${platformNames[profile.platform]}: <span lang="en">${wordsOf(profile.name)}</span></h2>
${renderFacts('devices-phone', [
  ['id', html`<code id="devices-phone-id">${id}</code>`],
  [text.tag, html`<code>${hardwareKeyTag}</code>`],
  [text.kind, text.kinds[profile.kind]],
  [text.shows, text.evidence[profile.shows]],
  [
    text.isInstance,
    instance === undefined
      ? (refusal ?? text.notInstance)
      : html`<a id="devices-phone-instance" href="/phones/instances/${instance.thumbprint}"><code>${instance.thumbprint}</code></a> ${renderState(text, instance)}`,
  ],
])}
<form method="post" action="/phones/simulated/${id}/proof" id="devices-proof-form" class="card"><div class="card-body">
${renderField('devices', 'challenge', text.challenge, { value: proof?.challenge ?? 'challenge', isRequired: true })}
<button class="btn btn-primary" id="devices-prove">${text.prove}</button>
${renderApiCall(language, 'devices-proof-call', {
  method: 'POST',
  url: joinUrl(url, `/devices/${id}/key-attestation`),
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ challenge: proof?.challenge ?? 'challenge' }),
})}
</div></form>
${proof === undefined ? '' : html`<h3 class="h5">${text.proof}</h3>${renderCode(proof.keyAttestation, 'devices-proof', text.proof)}`}
${renderApiCall(language, 'devices-order-call', orderCall(url, profile.platform, profile.name))}`
}
