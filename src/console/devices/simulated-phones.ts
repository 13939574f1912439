/** Port to the simulated phones, which only a sandbox has. */

/** A kind of phone that can be ordered. */
export interface PhoneProfile {
  readonly platform: 'android' | 'ios'
  readonly name: string
  /**
   * Determines the expected verdict of a Wallet Provider: it must refuse `fault`, may refuse `aged`, and must accept
   * `genuine` and `odd`.
   */
  readonly kind: 'genuine' | 'odd' | 'aged' | 'fault'
  /** Evidence in which the deviation is visible. */
  readonly shows: 'key_attestation' | 'assertion' | 'none'
}

/** An ordered phone. */
export interface SimulatedPhone {
  readonly id: string
  readonly profile: PhoneProfile
  readonly hardwareKeyTag: string
  /** Returns the key attestation for a challenge. */
  keyAttestation(challenge: string): Promise<string>
}

/** The simulated phones of a sandbox. */
export interface SimulatedPhones {
  /** URL of the console, whose API also orders phones. */
  readonly url: string
  readonly profiles: readonly PhoneProfile[]
  /** Creates a phone. Returns `undefined` for an unknown profile. */
  order(platform: string, profile: string): Promise<SimulatedPhone | undefined>
  /** Returns the phone with this ID, or `undefined` for an unknown ID. */
  find(id: string): Promise<SimulatedPhone | undefined>
  /** Returns the phones that were last ordered or read from storage, newest first. */
  recent(): readonly SimulatedPhone[]
}
