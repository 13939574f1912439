/** Damages to the envelope of the presentations: the form, the JWE, the signed response, the members in it. */
import { encodeBase64url } from '../../../src/base/index.ts'
import { relyingPartyWire } from '../../../src/profiles/index.ts'
import type { Bendable } from '../relying-party-service.ts'
import { type Dice, damageJson, damageParts, damageText, flipLastLetter, flipLetter } from './tools.ts'
import { base, encode, type Mutator, meaningOf, sealed, sealText, signResponse } from './valid-response.ts'

const parsed = (text: string): Bendable => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const formDamages: readonly ((dice: Dice, body: string) => string)[] = [
  damageText,
  (dice, body) => damageParts(dice, body.split('&')).join('&'),
  (dice, body) => {
    const further = [
      'x=y',
      'state=',
      'response=',
      'vp_token=',
      '=',
      '&',
      '%ff=%fe',
      'state=x',
      'response=x',
      'vp_token=x',
    ]
    return `${body}&${dice.pick(further)}`
  },
  (dice, body) => {
    const at = dice.below(body.length)
    const escaped = `%${body.charCodeAt(at).toString(16).padStart(2, '0')}`
    return body.slice(0, at) + escaped + body.slice(at + 1)
  },
  (dice, body) => {
    const spellings = [encodeURIComponent(body), body.toUpperCase(), body.replaceAll('%', '%25'), `\ufeff${body}`]
    return dice.pick([...spellings, JSON.stringify({ body })])
  },
]

/** Returns the content of the form: the members of a plain one; the JWT and `state` of a protected one. */
function fieldsOf(body: string, plain: boolean): string {
  const form = new URLSearchParams(body)
  const all = (name: string): readonly string[] => form.getAll(name).filter((text) => text !== '')
  const read = (name: string): Bendable => parsed(all(name)[0] ?? '') ?? all(name)[0]
  if (!plain) return JSON.stringify(all('response'))
  const [vp_token, presentation_submission] = [read('vp_token'), read('presentation_submission')]
  return meaningOf({ state: all('state')[0], error: all('error')[0], vp_token, presentation_submission })
}

/** Returns true if each `state` beside a JWT is the same or empty. */
const sameState = (body: string, state: string): boolean =>
  new URLSearchParams(body).getAll('state').every((one) => one === state || one === '')

export const form: readonly Mutator[] = formDamages.map((damage) => async (dice, valid) => {
  const original = await sealed(valid, base(valid), true)
  const body = damage(dice, original)
  const same = fieldsOf(body, valid.plain) === fieldsOf(original, valid.plain)
  const kept = same && sameState(body, valid.request.payload.state) ? 'the same fields after decoding' : undefined
  return { body, kept }
})

const jweDamages: readonly ((dice: Dice, response: string) => string)[] = [
  (dice, response) => damageParts(dice, response.split('.')).join('.'),
  (dice, response) => {
    const parts = response.split('.')
    const at = dice.below(5)
    parts[at] = dice.pick([flipLetter, flipLastLetter, damageText])(dice, parts[at] || 'A')
    return parts.join('.')
  },
  (dice, response) => {
    const [header = '', ...rest] = response.split('.')
    const decoded = JSON.parse(Buffer.from(header, 'base64url').toString())
    const algs = ['dir', 'RSA1_5', 'RSA-OAEP', 'RSA-OAEP-256', 'A128KW', 'none', null]
    const changed = dice.pick<() => object>([
      () => damageJson(dice, decoded) as object,
      () => ({ ...decoded, alg: dice.pick(algs) }),
      () => ({ ...decoded, enc: dice.pick(['A128GCM', 'A128CBC-HS256', 'A256CBC-HS512', 'A192GCM', 7]) }),
      () => ({
        ...decoded,
        [dice.pick(['zip', 'crit', 'apu', 'apv', 'cty', 'x'])]: dice.pick(['DEF', ['x'], 'AA', {}]),
      }),
      () => ({ ...decoded, kid: dice.pick(['x', '', 7, null]) }),
    ])()
    return [encodeBase64url(JSON.stringify(changed, null, dice.below(2))), ...rest].join('.')
  },
]

export const jwe: readonly Mutator[] = [
  ...jweDamages.map(
    (damage): Mutator =>
      async (dice, valid) => {
        const original = new URLSearchParams(await sealed(valid, base(valid))).get('response') ?? ''
        const response = damage(dice, original)
        return { body: encode({ response }), kept: response === original ? 'the same text' : undefined }
      },
  ),
  async (dice, valid) => {
    const recipient = dice.pick([
      { enc: dice.pick(['A128GCM', 'A128CBC-HS256', 'A256CBC-HS512'] as const) },
      { recipient: { ...valid.stranger.publicJwk, use: 'enc', alg: 'ECDH-ES' } },
      { header: { zip: 'DEF' } as never },
      { header: { crit: ['exp'], exp: 1 } as never },
    ])
    const { responseEncryptions } = relyingPartyWire[valid.fixture.config.profile]
    const isOffered = 'enc' in recipient && responseEncryptions.some((one) => one === recipient.enc)
    const body = encode({ response: await sealText(valid, JSON.stringify(base(valid)), recipient) })
    return { body, kept: isOffered ? 'another offered encryption' : undefined }
  },
]

const sameMembers = (one: Bendable, other: Bendable): string | undefined =>
  meaningOf(one) === meaningOf(other) ? 'the same members (GEN-21, RP-57)' : undefined

/** Changes the members as JSON or as text, or the signed response around them. */
export const plaintext: readonly Mutator[] = [
  async (dice, valid) => {
    const damaged = damageJson(dice, base(valid)) as Bendable
    const members = typeof damaged === 'object' && damaged !== null && !Array.isArray(damaged) ? damaged : {}
    return { body: await sealed(valid, members), kept: sameMembers(members, base(valid)) }
  },
  async (dice, valid) => {
    const original = valid.signed ? await signResponse(valid, base(valid)) : JSON.stringify(base(valid))
    const inParts = (text: string): string => damageParts(dice, text.split('.')).join('.')
    const text = dice.pick([(one: string) => damageText(dice, one), (one: string) => flipLetter(dice, one), inParts])(
      original,
    )
    if (valid.plain) return { body: encode({ state: valid.request.payload.state, vp_token: text }) }
    const same = text === original || (!valid.signed && sameMembers(parsed(text), base(valid)) !== undefined)
    return { body: encode({ response: await sealText(valid, text) }), kept: same ? 'the same members' : undefined }
  },
]
