/**
 * Port for the vendor's integrity service on the device (it-wallet §What the service does, DIS). It attests the
 * hardware key once, and the device and the app for each request. Its statements are opaque to the wallet; the Wallet
 * Provider verifies them.
 */

/** Current state of the device, as the vendor reports it to the app. */
export interface DeviceStatus {
  /** True if boot loader lock, system version and screen lock suffice, as far as the vendor reports them. */
  readonly meetsMinimumSecurity: boolean
  /** True if the vendor's service is available on this device. */
  readonly available: boolean
}

/** Evidence of one attestation request, as on the wire. */
export interface DeviceAssertion {
  readonly hardware_signature: string
  readonly integrity_assertion: string
}

/** The vendor's service, behind the app's native code. */
export interface DeviceIntegrityService {
  status(): Promise<DeviceStatus>
  /**
   * Returns the vendor's attestation of the hardware key: on Android the certificate chain from the creation of the
   * key, on iOS the result of `attestKey`. The wallet calls this once for each hardware key, with the challenge that
   * it passed when it created the key.
   */
  keyAttestation(challenge: string, hardwareKeyTag: string): Promise<string>
  /**
   * Returns the hardware key's signature over the client data, and the vendor's assertion bound to the same data.
   * Returns `undefined` if the device has lost the key, for example after its files were copied to another device. Must
   * reject for a temporary fault, because the wallet deletes its registration if the key is lost (D-1117).
   */
  assertion(clientData: string, hardwareKeyTag: string): Promise<DeviceAssertion | undefined>
}
