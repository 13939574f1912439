/**
 * Every place that takes something signed, a form or JSON from outside. GEN rows are proved once per row here, not once
 * for all: `npm run requirements` demands of each an observation of the faults that its kind can have.
 *
 * A decision belongs to a surface when its name is the surface's or goes on after a space
 * (`wallet-provider/token envelope`). One surface has a row for each thing that it takes.
 */
export interface Surface {
  /** As in `ctx.decide(surface, …)`: role and endpoint, or role and step. */
  readonly surface: string
  readonly takes: 'jws' | 'form' | 'json'
  /** What it is, in the specification's words: `Wallet Attestation Request`. */
  readonly artefact: string
  /** For a JWS beside others on one surface: how the places of its failures begin (`assertion`, `dpop`). */
  readonly at?: string
  /** For a JWS that carries a key from outside (`cnf.jwk`, a proof's `jwk`): that key's own faults count too. */
  readonly carriesKey?: boolean
  /** GEN rows that cannot be broken here, each with its reason. */
  readonly except?: Readonly<Record<string, string>>
}

export const surfaces: readonly Surface[] = [
  { surface: 'relying-party/request', takes: 'form', artefact: 'wallet metadata and nonce' },
  { surface: 'relying-party/request', takes: 'json', artefact: 'wallet_metadata' },
  {
    surface: 'relying-party/request',
    takes: 'jws',
    artefact: 'Wallet Attestation',
    at: 'wallet_attestation',
    carriesKey: true,
  },
  { surface: 'relying-party/request', takes: 'jws', artefact: 'DPoP proof', at: 'dpop', carriesKey: true },
  { surface: 'relying-party/response', takes: 'form', artefact: 'Authorization Response' },
  { surface: 'relying-party/response', takes: 'json', artefact: 'decrypted response' },
  { surface: 'relying-party/response', takes: 'jws', artefact: 'signed response', at: 'response' },
  { surface: 'relying-party/response', takes: 'jws', artefact: 'credential', at: 'sd_jwt', carriesKey: true },
  { surface: 'relying-party/response', takes: 'jws', artefact: 'KB-JWT', at: 'kb_jwt' },
  {
    surface: 'relying-party/response',
    takes: 'jws',
    artefact: 'Wallet Attestation',
    at: 'wallet_attestation',
    carriesKey: true,
  },
  { surface: 'relying-party/response', takes: 'jws', artefact: 'Status List Token', at: 'status_list_token' },
]
