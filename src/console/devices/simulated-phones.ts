/** Port to the simulated phones, which only a sandbox has. */

/** A profile by which phones can be ordered. */
export interface PhoneProfile {
  readonly platform: 'android' | 'ios'
  readonly name: string
  /** Expected verdict of every provider. */
  readonly kind: 'genuine' | 'odd' | 'aged' | 'fault'
  /** Evidence that shows the deviation. */
  readonly shows: 'key_attestation' | 'assertion' | 'none'
}

/** A phone that was ordered. */
export interface SimulatedPhone {
  readonly id: string
  readonly profile: PhoneProfile
  readonly hardwareKeyTag: string
  /** Returns the key attestation for a challenge. */
  keyAttestation(challenge: string): Promise<string>
}

/** The simulated phones of a sandbox. */
export interface SimulatedPhones {
  /** URL of the console, whose API orders phones too. */
  readonly url: string
  readonly profiles: readonly PhoneProfile[]
  /** Returns `undefined` for an unknown profile. */
  order(platform: string, profile: string): Promise<SimulatedPhone | undefined>
  find(id: string): Promise<SimulatedPhone | undefined>
  /** Returns the last phones that were ordered or used, newest first. */
  recent(): readonly SimulatedPhone[]
}
