/**
 * `fiducia wallet init`: who the wallet's parties are, and which keys it will trust for ever. The anchor's keys are pinned
 * here, from a file or from the anchor itself, and shown so that they can be compared.
 */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Fetch, failed, type Json, type PublicJwk, parseJsonObject } from '../../base/index.ts'
import { parsePublicJwk } from '../../jose/index.ts'
import { pinTrustAnchor, readStateFile, type SandboxState } from '../../sandbox/index.ts'
import { UserError } from '../user-error.ts'
import { createWalletFetch } from './open-wallet.ts'
import { readSettings, type WalletSettings, writeSettings } from './wallet-directory.ts'

export interface InitializeOptions {
  readonly directory: string
  /** The running sandbox's directory. */
  readonly data: string | undefined
  readonly anchorKeys: string | undefined
  /** Throws an existing wallet away. */
  readonly again: boolean
}

/** Makes the settings. Returns them for the user to see; nothing is registered yet. */
export async function initialize({ directory, data, anchorKeys, again }: InitializeOptions): Promise<WalletSettings> {
  const known = readSettings(directory)
  if (known !== undefined && !again) return known
  const state = readStateFile(data)
  if (state === undefined) throw new UserError('No sandbox is running here: start it with "npm start".')
  const { walletProvider, trustAnchor } = partiesOf(state)
  const certificateAuthorities = state.certificate_authority === undefined ? [] : [state.certificate_authority]
  const fetch = createWalletFetch({ walletProvider, certificateAuthorities })
  try {
    const keys = anchorKeys === undefined ? await fetchAnchorKeys(fetch, trustAnchor) : readAnchorKeys(anchorKeys)
    const settings: WalletSettings = {
      walletProvider,
      console: state.console,
      ...(state.pid_provider === undefined ? {} : { pidProvider: state.pid_provider }),
      trustAnchor,
      anchorKeys: [...keys],
      certificateAuthorities,
    }
    if (again) rmSync(join(directory, 'sealed'), { recursive: true, force: true })
    writeSettings(directory, settings)
    return settings
  } finally {
    await fetch.close()
  }
}

function partiesOf(state: SandboxState): { readonly walletProvider: string; readonly trustAnchor: string } {
  const { wallet_provider: walletProvider, trust_anchor: trustAnchor } = state
  if (walletProvider !== undefined && trustAnchor !== undefined) return { walletProvider, trustAnchor }
  throw new UserError('The sandbox that runs here has no Wallet Provider or no Trust Anchor.')
}

async function fetchAnchorKeys(fetch: Fetch, trustAnchor: string): Promise<readonly PublicJwk[]> {
  const keys = await pinTrustAnchor(fetch, trustAnchor)
  if (failed(keys))
    throw new UserError(`The Trust Anchor at ${trustAnchor} gives no configuration that holds (${keys.code}).`)
  return keys
}

/** A JWK set. */
function readAnchorKeys(path: string): readonly PublicJwk[] {
  const set = parseJsonObject(readText(path), 'anchor_keys')
  const keys: readonly Json[] = !failed(set) && Array.isArray(set.keys) ? set.keys : []
  const parsed = keys.map((key) => parsePublicJwk(key, 'keys'))
  const usable = parsed.filter((key) => !failed(key) && key.kid !== undefined) as PublicJwk[]
  if (usable.length === 0 || usable.length !== keys.length)
    throw new UserError(`The file ${path} is no JWK set of public keys with kid.`)
  return usable
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new UserError(`The file ${path} cannot be read.`)
  }
}
