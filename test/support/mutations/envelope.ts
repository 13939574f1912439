/** Damages to the envelope of the presentations: the form, the JWE, the signed response, the members in it. */
import { encodeBase64url } from '../../../src/base/index.ts'
import { relyingPartyWire } from '../../../src/profiles/index.ts'
import type { Bendable } from '../relying-party-service.ts'
import type { Chance } from '../seeded-chance.ts'
import { damageJson, damageParts, damageText, flipLastLetter, flipLetter } from './tools.ts'
import { base, encode, type Mutator, meaningOf, sealed, sealText, signResponse } from './valid-response.ts'

const parsed = (text: string): Bendable => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const formDamages: readonly ((chance: Chance, body: string) => string)[] = [
  damageText,
  (chance, body) => damageParts(chance, body.split('&')).join('&'),
  (chance, body) => {
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
    return `${body}&${chance.pick(further)}`
  },
  (chance, body) => {
    const at = chance.below(body.length)
    const escaped = `%${body.charCodeAt(at).toString(16).padStart(2, '0')}`
    return body.slice(0, at) + escaped + body.slice(at + 1)
  },
  (chance, body) => {
    const spellings = [encodeURIComponent(body), body.toUpperCase(), body.replaceAll('%', '%25'), `\ufeff${body}`]
    return chance.pick([...spellings, JSON.stringify({ body })])
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

export const form: readonly Mutator[] = formDamages.map((damage) => async (chance, valid) => {
  const original = await sealed(valid, base(valid), true)
  const body = damage(chance, original)
  const same = fieldsOf(body, valid.plain) === fieldsOf(original, valid.plain)
  const kept = same && sameState(body, valid.request.payload.state) ? 'the same fields after decoding' : undefined
  return { body, kept }
})

const jweDamages: readonly ((chance: Chance, response: string) => string)[] = [
  (chance, response) => damageParts(chance, response.split('.')).join('.'),
  (chance, response) => {
    const parts = response.split('.')
    const at = chance.below(5)
    parts[at] = chance.pick([flipLetter, flipLastLetter, damageText])(chance, parts[at] || 'A')
    return parts.join('.')
  },
  (chance, response) => {
    const [header = '', ...rest] = response.split('.')
    const decoded = JSON.parse(Buffer.from(header, 'base64url').toString())
    const algs = ['dir', 'RSA1_5', 'RSA-OAEP', 'RSA-OAEP-256', 'A128KW', 'none', null]
    const changed = chance.pick<() => object>([
      () => damageJson(chance, decoded) as object,
      () => ({ ...decoded, alg: chance.pick(algs) }),
      () => ({ ...decoded, enc: chance.pick(['A128GCM', 'A128CBC-HS256', 'A256CBC-HS512', 'A192GCM', 7]) }),
      () => ({
        ...decoded,
        [chance.pick(['zip', 'crit', 'apu', 'apv', 'cty', 'x'])]: chance.pick(['DEF', ['x'], 'AA', {}]),
      }),
      () => ({ ...decoded, kid: chance.pick(['x', '', 7, null]) }),
    ])()
    return [encodeBase64url(JSON.stringify(changed, null, chance.below(2))), ...rest].join('.')
  },
]

export const jwe: readonly Mutator[] = [
  ...jweDamages.map(
    (damage): Mutator =>
      async (chance, valid) => {
        const original = new URLSearchParams(await sealed(valid, base(valid))).get('response') ?? ''
        const response = damage(chance, original)
        return { body: encode({ response }), kept: response === original ? 'the same text' : undefined }
      },
  ),
  async (chance, valid) => {
    const recipient = chance.pick([
      { enc: chance.pick(['A128GCM', 'A128CBC-HS256', 'A256CBC-HS512'] as const) },
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
  async (chance, valid) => {
    const damaged = damageJson(chance, base(valid)) as Bendable
    const members = typeof damaged === 'object' && damaged !== null && !Array.isArray(damaged) ? damaged : {}
    return { body: await sealed(valid, members), kept: sameMembers(members, base(valid)) }
  },
  async (chance, valid) => {
    const original = valid.signed ? await signResponse(valid, base(valid)) : JSON.stringify(base(valid))
    const inParts = (text: string): string => damageParts(chance, text.split('.')).join('.')
    const text = chance.pick([
      (one: string) => damageText(chance, one),
      (one: string) => flipLetter(chance, one),
      inParts,
    ])(original)
    if (valid.plain) return { body: encode({ state: valid.request.payload.state, vp_token: text }) }
    const same = text === original || (!valid.signed && sameMembers(parsed(text), base(valid)) !== undefined)
    return { body: encode({ response: await sealText(valid, text) }), kept: same ? 'the same members' : undefined }
  },
]
