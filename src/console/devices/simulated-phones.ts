/** Port to the simulated phones, which only a sandbox has. */

/** A kind of phone that can be ordered. */
export interface PhoneProfile {
  readonly platform: 'android' | 'ios'
  readonly name: string
  /**
   * Decides which verdict is expected of a Wallet Provider: it must refuse `fault`, may refuse `aged`, must accept
   * others.
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
  /** Returns `undefined` for an unknown profile. */
  order(platform: string, profile: string): Promise<SimulatedPhone | undefined>
  find(id: string): Promise<SimulatedPhone | undefined>
  /** Returns the last phones that were ordered or used, newest first. */
  recent(): readonly SimulatedPhone[]
}
