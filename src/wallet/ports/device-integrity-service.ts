/**
 * The vendor's integrity service on the device (it-wallet §What the service does, DIS): it vouches for the hardware key
 * and, per request, for device and app. What it says is opaque to the wallet and judged by the Wallet Provider.
 */

/** What the device is now, as the vendor lets the app see it. */
export interface DeviceStatus {
  /** Locked boot loader, supported system version, screen lock: what the vendor lets an app see. */
  readonly meetsMinimumSecurity: boolean
  /** Whether the vendor's service can be asked on this device. */
  readonly available: boolean
}

/** The evidence of one attestation request, as it goes on the wire. */
export interface DeviceAssertion {
  readonly hardware_signature: string
  readonly integrity_assertion: string
}

/** The vendor's service, behind the app's native code. */
export interface DeviceIntegrityService {
  status(): Promise<DeviceStatus>
  /**
   * The vendor's statement about the hardware key of that tag: on Android the certificate chain that came with the key, on
   * iOS what `attestKey` says. Asked once for each key, with the challenge that the key was made for.
   */
  keyAttestation(challenge: string, hardwareKeyTag: string): Promise<string>
  /** The hardware key's signature over the client data, and the vendor's assertion bound to it. */
  assertion(clientData: string, hardwareKeyTag: string): Promise<DeviceAssertion>
}
