/** Operations of the operator on certificates: list, revoke, renew, and withdraw a member's key immediately. */
import { type JsonObject, type NumericDate, Unavailable } from '../../base/index.ts'
import type { Act } from '../../member/index.ts'
import { TA } from '../answers.ts'
import type { TrustAnchorServices } from '../context.ts'
import {
  certificateQuery,
  certificateRenewalRequest,
  certificateRevocationRequest,
  type Operator,
  readAdminRequest,
  withdrawalRequest,
} from '../onboarding/admin-requests.ts'
import type { Subordinate, SubordinateChange } from '../stores.ts'
import { isCertifiableKey } from './certificate-contents.ts'
import type { CertificateRevocationReason, CertificateState, IssuedCertificate } from './issued-certificates.ts'
import type { Certification } from './open-certification.ts'

/** Maximum number of certificates in an answer. The OpenAPI description and the help of `fiducia` state it. */
const maximumShown = 500

/** A certificate as the administration shows it. */
type CertificateView = JsonObject & { readonly serial: string; readonly state: CertificateState }

const stateOf = ({ revokedAt, heldAt, notAfter }: IssuedCertificate, now: NumericDate): CertificateState => {
  if (revokedAt !== undefined) return 'revoked'
  if (notAfter <= now) return 'expired'
  return heldAt === undefined ? 'valid' : 'held'
}

const viewOf = (one: IssuedCertificate, now: NumericDate): CertificateView => ({
  ...{ serial: one.serial, entity_id: one.subject, state: stateOf(one, now) },
  ...{ kid: one.kid, issuer_kid: one.issuerKid, not_before: one.notBefore, not_after: one.notAfter },
  ...(one.revokedAt !== undefined && { revoked_at: one.revokedAt }),
  ...(one.reason !== undefined && { code: one.reason }),
  ...(one.heldAt !== undefined && { held_at: one.heldAt }),
  certificate: one.certificate,
})

const certificationOf = ({ certification }: Pick<TrustAnchorServices, 'certification'>): Certification => {
  if (certification === undefined) throw new TypeError('this profile has no certificates')
  return certification
}

/**
 * Returns the certificates of all entities or of one entity, in one state or in any, latest first and at most 500. With
 * `serial`, returns only the certificate with this serial number. Refuses an unknown serial number, a certificate that
 * does not match `entity_id` or `state`, and an unknown state.
 */
export async function showCertificates(
  ctx: TrustAnchorServices,
  { decision }: Operator,
  query: ReadonlyMap<string, string>,
): Promise<readonly CertificateView[]> {
  const { store } = certificationOf(ctx)
  const now = ctx.clock.now()
  const {
    serial,
    entity_id: subject,
    state,
  } = readAdminRequest(decision, certificateQuery, Object.fromEntries(query), 'query')
  if (serial === undefined) {
    const filter = { ...(subject !== undefined && { subject }), inState: state && { state, now } }
    return (await store.list({ ...filter, limit: maximumShown })).map((one) => viewOf(one, now))
  }
  const found = await store.bySerial(serial)
  const isAsked = (one: IssuedCertificate): boolean =>
    (subject === undefined || one.subject === subject) && (state === undefined || stateOf(one, now) === state)
  const shown = found && isAsked(found) ? found : undefined
  return [viewOf(decision.found('FED-105', TA.unknownEntry, shown, 'certificate_unknown', 'serial'), now)]
}

/** Returns true if a revocation with this reason changes the certificate. */
const isChangedBy = ({ revokedAt, reason }: IssuedCertificate, code: CertificateRevocationReason): boolean =>
  revokedAt === undefined || (code === 'keyCompromise' && reason !== code)

/**
 * Revokes one certificate by its serial number, even an expired one, or all certificates of an entity that are neither
 * expired nor revoked. Returns these certificates. A certificate that was revoked before keeps its time, and its reason
 * unless the request reports a compromise (FED-121). Refuses the request if there is no such certificate, and for the
 * authority's own certificates. Not atomic: revokes one certificate after the other.
 */
export async function revokeCertificates(
  ctx: TrustAnchorServices,
  { decision, act }: Operator,
  body: JsonObject,
): Promise<readonly CertificateView[]> {
  const { store } = certificationOf(ctx)
  const {
    serial,
    entity_id: subject = '',
    code,
    reason,
  } = readAdminRequest(decision, certificateRevocationRequest, body)
  const now = ctx.clock.now()
  const bySerial = serial === undefined ? undefined : await store.bySerial(serial)
  const all = serial === undefined ? await store.unexpired(subject, now) : bySerial ? [bySerial] : []
  const place = serial === undefined ? 'entity_id' : 'serial'
  decision.that('FED-105', TA.unknownEntry, all.length > 0, 'certificate_unknown', place)
  const [first] = all
  decision.note('entity', first?.subject ?? '')
  const isOwn = all.some((one) => one.subject === ctx.config.entityId)
  decision.that('FED-105', TA.ownCertificate, !isOwn, 'certificate_of_authority', place)
  for (const certificate of all) await store.revoke(certificate, code, act(reason))
  if (all.some((one) => isChangedBy(one, code))) decision.note('change', 'revoked')
  const after = await Promise.all(all.map((one) => store.bySerial(one.serial)))
  return after.flatMap((one) => (one ? [viewOf(one, now)] : []))
}

/**
 * Issues new certificates for a member's federation keys, or for one of them, even if the former certificates were
 * revoked as compromised. Returns the new certificates. Leaves out keys that cannot be read. Refuses an unknown or
 * suspended member, an unknown key, and a request without any readable key. Refuses any request while the superior's
 * statement has no certificate of this authority's key. Also refuses the request if a key leaves the record or is
 * withdrawn while the request runs. Certificates that the request has already issued for other keys stay valid.
 */
export async function renewCertificates(
  ctx: TrustAnchorServices,
  { decision, act }: Operator,
  body: JsonObject,
): Promise<readonly CertificateView[]> {
  const { authority } = certificationOf(ctx)
  const { entity_id: entityId, kid, reason } = readAdminRequest(decision, certificateRenewalRequest, body)
  decision.note('entity', entityId)
  const record = decision.found(
    'FED-105',
    TA.unknownEntry,
    await ctx.subordinates.find(entityId),
    'subordinate_unknown',
    'entity_id',
  )
  const isActive = record.status === 'active'
  decision.that('FED-105', TA.suspendedMember, isActive, 'subordinate_suspended', 'entity_id')
  const named = record.keys.filter((jwk) => kid === undefined || jwk.kid === kid)
  decision.that('FED-105', TA.unknownEntry, named.length > 0, 'key_unknown', 'kid')
  const keys = named.filter(isCertifiableKey)
  decision.that('FED-105', TA.candidateRefused, keys.length > 0, 'key_unusable', 'kid')
  const issued: IssuedCertificate[] = []
  for (const jwk of keys) {
    const certificate = await authority.renew(record, jwk, act(reason))
    issued.push(decision.found('FED-105', TA.uncertifiedAuthority, certificate, 'key_uncertified', 'own_chain'))
  }
  decision.note('change', 'renewed')
  return issued.map((one) => viewOf(one, ctx.clock.now()))
}

/**
 * Withdraws a member's key immediately (FED-113): revokes the certificates of the key as compromised and removes the
 * key from the record. If it is the member's only federation key, the record keeps the key and the member is suspended.
 * After the withdrawal, the operator must approve announced keys, because anybody can send an earlier configuration
 * that contains the key. Returns the member's status, and the serial numbers of the revoked certificates. Refuses an
 * unknown member or key.
 */
export async function withdrawKey(
  ctx: TrustAnchorServices,
  { decision, act }: Operator,
  body: JsonObject,
): Promise<{ readonly entity_id: string; readonly status: string; readonly revoked: readonly string[] }> {
  const { authority, store } = certificationOf(ctx)
  const { entity_id: entityId, kid, reason } = readAdminRequest(decision, withdrawalRequest, body)
  decision.note('entity', entityId)
  const found = await ctx.subordinates.find(entityId)
  const record = decision.found('FED-113', TA.unknownEntry, found, 'subordinate_unknown', 'entity_id')
  const { change, isLast } = withoutKey(record, kid)
  const hasKey = isLast || Object.keys(change).length > 0
  decision.that('FED-113', TA.unknownEntry, hasKey, 'key_unknown', 'kid')
  const unexpired = (await store.unexpired(entityId, ctx.clock.now())).filter((one) => one.kid === kid)
  // The latest certificate decides whether a later statement certifies the key. So a key without one gets a revoked one.
  const [stored] = await store.list({ subject: entityId, kid, limit: 1 })
  const latest = stored ?? (await issueFirst(authority, record, kid, act(reason)))
  const isFurther = latest && isChangedBy(latest, 'keyCompromise') && latest.serial !== unexpired[0]?.serial
  const certificates = isFurther ? [latest, ...unexpired] : unexpired
  for (const certificate of certificates) await store.revoke(certificate, 'keyCompromise', act(reason))
  const wasLast = await removeKey(ctx, entityId, kid, act(reason))
  const isNowSuspended = wasLast && record.status === 'active'
  const isRecordChanged = Object.keys(change).length > 0 || record.acceptsAnnouncedKeys === true
  const isChanged = isNowSuspended || certificates.length > 0 || isRecordChanged
  if (isChanged) decision.note('change', isNowSuspended ? 'suspended' : 'changed')
  const status = wasLast ? 'suspended' : record.status
  return { entity_id: entityId, status, revoked: certificates.map(({ serial }) => serial) }
}

/**
 * Issues the first certificate of a member's federation key. Returns `undefined` if the member has no such key that can
 * be read, and if this authority has no certificate or cannot fetch it.
 */
async function issueFirst(
  authority: Certification['authority'],
  record: Subordinate,
  kid: string,
  act: Act,
): Promise<IssuedCertificate | undefined> {
  const jwk = record.keys.find((key) => key.kid === kid && isCertifiableKey(key))
  if (jwk === undefined) return undefined
  try {
    return await authority.renew(record, jwk, act)
  } catch (thrown) {
    if (!(thrown instanceof Unavailable)) throw thrown
    return undefined // a withdrawal must not wait for the superior
  }
}

/** Maximum number of attempts. The last attempt writes the change even if the record has changed meanwhile. */
const maximumTries = 5

/**
 * Removes a key from the record. If it is the only federation key, suspends the member and returns true. If another
 * process changes the record meanwhile, reads the record again, so that neither change is lost.
 */
async function removeKey(
  { subordinates }: TrustAnchorServices,
  entityId: string,
  kid: string,
  act: Act,
): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    const record = await subordinates.find(entityId)
    if (record === undefined) return false
    const { change, isLast } = withoutKey(record, kid)
    const changes = { ...change, ...(record.acceptsAnnouncedKeys === true && { acceptsAnnouncedKeys: false }) }
    const expectedRevision = tries < maximumTries ? record.revision : undefined
    if (Object.keys(changes).length > 0) {
      const outcome = await subordinates.change(entityId, changes, act, expectedRevision)
      if (outcome === 'outdated' || isLast) continue
    }
    if (!isLast) return false
    if ((await subordinates.suspend(entityId, act, expectedRevision)) !== 'outdated') return true
  }
}

/**
 * Returns the change that removes a key from the record. `isLast` is true if it is the only federation key, which the
 * change does not remove.
 */
function withoutKey(record: Subordinate, kid: string): { change: SubordinateChange; isLast: boolean } {
  const keys = record.keys.filter((jwk) => jwk.kid !== kid)
  const { protocolKeys = {} } = record
  const isPinned = Object.entries(protocolKeys).some(([, set]) => set.keys.some((jwk) => jwk.kid === kid))
  const remaining = Object.entries(protocolKeys).map(([type, set]) => [
    type,
    { keys: set.keys.filter((jwk) => jwk.kid !== kid) },
  ])
  return {
    change: {
      ...(keys.length > 0 && keys.length < record.keys.length && { keys }),
      ...(isPinned && { protocolKeys: Object.fromEntries(remaining) }),
    },
    isLast: keys.length === 0,
  }
}
