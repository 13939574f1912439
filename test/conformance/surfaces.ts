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
  { surface: 'trust-anchor/trust_mark_status', takes: 'form', artefact: 'Trust Mark Status request' },
  {
    surface: 'trust-anchor/trust_mark_status',
    takes: 'jws',
    artefact: 'Trust Mark',
    at: 'trust_mark',
    except: {
      'GEN-04': 'a mark that is past its end is answered, by its status',
      'GEN-11': 'a mark that does not verify is answered, as invalid',
    },
  },
  { surface: 'trust-anchor/admin/subordinates', takes: 'json', artefact: 'administration of a subordinate' },
  { surface: 'trust-anchor/admin/trust-marks', takes: 'json', artefact: 'grant of a Trust Mark' },
  { surface: 'trust-anchor/admin/keys', takes: 'json', artefact: 'new federation key' },
  { surface: 'trust-anchor/admin/keys/activate', takes: 'json', artefact: 'activation of a federation key' },
  { surface: 'trust-anchor/admin/keys/revoke', takes: 'json', artefact: 'revocation of a federation key' },
]
