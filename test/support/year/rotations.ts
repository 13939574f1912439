/** Changes of keys and secrets in a simulated year, step by step as in the guides. */
import { lifetimes, origins } from './federation-plan.ts'
import type { KeyFile } from './key-files.ts'
import { type MemberName, memberNames, settleSeconds, trustBound } from './model.ts'
import { mended, now, type Operation, quiet, refresh, restartAll, type Year } from './operator.ts'
import type { YearState } from './state.ts'

const day = 86_400

/**
 * Performs one step of `fiducia keys rotate`: adds the next key last, moves it to the front a day later, and removes
 * the old one when nothing that it signed is valid.
 */
const rotateFile = (
  name: string,
  party: MemberName,
  of: (year: Year) => KeyFile,
  oldLivesSeconds: number,
): Operation => {
  const isFederation = name.endsWith('federation key')
  return {
    name: `rotate ${name}`,
    weight: 4,
    run: async (year) => {
      if (!quiet(year)) return false
      const file = of(year)
      const last = year.rotations.get(name)
      if (last === undefined) {
        file.add(await year.world.newKey())
        await restartAll(year, party)
        if (isFederation) await refresh(year, party)
        year.rotations.set(name, { step: 'added', since: now(year) })
        return true
      }
      if (now(year) < last.since + (last.step === 'added' ? trustBound : oldLivesSeconds + trustBound)) return false
      if (last.step === 'added') {
        file.activateNext()
        await restartAll(year, party)
        year.rotations.set(name, { step: 'activated', since: now(year) })
        return true
      }
      file.removeOld()
      await restartAll(year, party)
      if (isFederation) await refresh(year, party)
      year.rotations.delete(name)
      return true
    },
  }
}

/** Rotates a key ring of the anchor or the Wallet Provider: the next key becomes active a day later. */
const rotateRing = (
  name: string,
  origin: string,
  { of, path }: { readonly of: keyof YearState['rings']; readonly path: string },
  published: (year: Year) => Promise<void>,
): Operation => ({
  name: `rotate ${name}`,
  weight: 5,
  run: async (year) => {
    if (!quiet(year)) return false
    const last = year.rotations.get(name)
    if (last === undefined) {
      await year.world.ask(origin, path, { reason: 'yearly' })
      await published(year)
      year.rotations.set(name, { step: 'added', since: now(year) })
      return true
    }
    if (now(year) < last.since + trustBound) return false
    const next = (await year.world.state.rings[of].store.list()).findLast(({ state }) => state === 'pending')
    await year.world.ask(origin, `${path}/activate`, { kid: next?.kid ?? '' })
    year.rotations.delete(name)
    return true
  },
})

/** Performs one step of a secret's rotation, and restarts all replicas. */
const rotateSecret = (name: 'challenge' | 'cNonce', party: MemberName): Operation => ({
  name: `rotate the secret of ${name}`,
  weight: 3,
  run: async (year) => {
    const last = year.rotations.get(name)
    if (last !== undefined && now(year) < last.since + 3600) return false
    year.world.state.secrets[name].step()
    await restartAll(year, party)
    year.rotations.set(name, { step: 'added', since: now(year) })
    return true
  },
})

/** Revokes a stolen key as soon as another one signs. Wallets fetch other attestations. */
const revokeAttestationKey: Operation = {
  name: 'revoke an attestation key',
  weight: 2,
  run: async (year) => {
    if (!quiet(year)) return false
    const old = (await year.world.state.rings.attestation.store.list()).find(({ state }) => state === 'retiring')
    if (old === undefined) return false
    await year.world.ask(origins.walletProvider, '/admin/attestation-keys/revoke', {
      kid: old.kid,
      reason: 'compromised',
    })
    year.model.attestationKeys = mended(year)
    return true
  },
}

/** Activates the next attestation key at once. Holders of an older chain resolve it again (FED-37). */
const forceAttestationKey: Operation = {
  name: 'force an attestation key',
  weight: 2,
  run: async (year) => {
    if (!quiet(year) || year.rotations.has('attestation key')) return false
    const { ask } = year.world
    const path = '/admin/attestation-keys'
    const { kid } = (await ask(origins.walletProvider, path, { reason: 'stolen' })) as { readonly kid: string }
    year.world.clock.advance(6) // until the other replica has read the change
    await ask(origins.walletProvider, `${path}/activate`, { kid, force: true })
    year.model.attestationKeys = mended(year)
    return true
  },
}

/** Activates the next credential key of the file at the next start. */
const forceCredentialKey: Operation = {
  name: 'force a credential key',
  weight: 2,
  run: async (year) => {
    if (!quiet(year) || year.rotations.has('credential key')) return false
    const file = year.world.state.files.credential
    file.add(await year.world.newKey())
    file.activateNext()
    await restartAll(year, 'pidProvider')
    year.model.credentialKeys = mended(year)
    year.rotations.set('credential key', { step: 'activated', since: now(year) })
    return true
  },
}

/**
 * Creates another signer of mdocs under the same authority, as if the organisation had been renamed. No signer expires
 * before it is renewed.
 */
export const renewDocumentSigner: Operation = {
  name: 'renew the signer of mdocs',
  weight: 2,
  run: async (year) => {
    if (!quiet(year)) return false
    const { mdoc } = year.world.state
    mdoc.current = await mdoc.load(`Ente ${now(year)}`)
    await restartAll(year, 'pidProvider')
    return true
  },
}

/**
 * Pins the next key of the anchor at each of its members and restarts them; wallets get it with an update of the app.
 */
async function pinNext(year: Year): Promise<void> {
  const records = await year.world.state.rings.trustAnchor.store.list()
  year.world.pin(records.filter(({ state }) => state !== 'revoked').map(({ jwk }) => jwk))
  for (const name of memberNames) await restartAll(year, name)
  for (const person of year.people) person.reopen()
}

export const rotations: readonly Operation[] = [
  rotateFile('walletProvider federation key', 'walletProvider', ({ world }) => world.state.files.walletProvider, day),
  rotateFile('pidProvider federation key', 'pidProvider', ({ world }) => world.state.files.pidProvider, day),
  rotateFile('relyingParty federation key', 'relyingParty', ({ world }) => world.state.files.relyingParty, day),
  rotateFile('credential key', 'pidProvider', ({ world }) => world.state.files.credential, lifetimes.credential),
  rotateFile('request key', 'relyingParty', ({ world }) => world.state.files.request, settleSeconds),
  rotateRing('anchor key', origins.trustAnchor, { of: 'trustAnchor', path: '/admin/keys' }, pinNext),
  rotateRing('intermediate key', origins.intermediate, { of: 'intermediate', path: '/admin/keys' }, async (year) => {
    year.world.clock.advance(6) // until the other replica publishes the key (FED-133)
    await refresh(year, 'intermediate')
  }),
  rotateRing(
    'attestation key',
    origins.walletProvider,
    { of: 'attestation', path: '/admin/attestation-keys' },
    async () => undefined,
  ),
  rotateSecret('challenge', 'walletProvider'),
  rotateSecret('cNonce', 'pidProvider'),
  revokeAttestationKey,
  forceAttestationKey,
  forceCredentialKey,
  renewDocumentSigner,
]
