/**
 * Profiles of simulated devices, by platform and name: genuine devices, unusual and old ones, and one profile for each
 * fault that a software device can produce (DIS-07). The profile determines the evidence that the device returns at
 * every call.
 */
import {
  type AndroidDeviceOptions,
  type AppleAssertionKnobs,
  type AppleDeviceOptions,
  type AppleKeyAttestationKnobs,
  type AssertionKnobs,
  agedDevices,
  appleAssertionFaults,
  appleCounterFaults,
  appleKeyAttestationFaults,
  assertionFaults,
  type KeyAttestationKnobs,
  keyAttestationFaults,
  unusualAppleAttestations,
  unusualAssertions,
  unusualVariants,
} from '../../software-device/index.ts'

/** Value of `platform` in requests to the console. */
export type DevicePlatform = 'android' | 'ios'

/**
 * Expected result at a Wallet Provider. The provider accepts `genuine` and `odd` devices, and refuses `fault` devices.
 * It accepts `aged` devices unless it configures minimums.
 */
type ProfileKind = 'genuine' | 'odd' | 'aged' | 'fault'

interface Profile<Platform extends DevicePlatform, Device, KeyAttestation, Assertion> {
  readonly platform: Platform
  /** Name in requests, and in the stored files of devices. */
  readonly name: string
  readonly kind: ProfileKind
  /** The first evidence that differs from that of a genuine device. `none` for a genuine device. */
  readonly shows: 'key_attestation' | 'assertion' | 'none'
  readonly device: Device
  readonly keyAttestation?: KeyAttestation
  readonly assertion?: Assertion
}

export type AndroidProfile = Profile<'android', AndroidDeviceOptions, KeyAttestationKnobs, AssertionKnobs>
export type AppleProfile = Profile<'ios', AppleDeviceOptions, AppleKeyAttestationKnobs, AppleAssertionKnobs>
export type DeviceProfile = AndroidProfile | AppleProfile

const android = (name: string, rest: Partial<AndroidProfile> = {}): AndroidProfile => ({
  platform: 'android',
  name,
  kind: 'genuine',
  shows: 'none',
  device: {},
  ...rest,
})

const ios = (name: string, rest: Partial<AppleProfile> = {}): AppleProfile => ({
  platform: 'ios',
  name,
  kind: 'genuine',
  shows: 'none',
  device: {},
  ...rest,
})

const attestationProfile =
  (kind: ProfileKind) =>
  ([name, keyAttestation]: [string, KeyAttestationKnobs]): AndroidProfile =>
    android(name, { kind, shows: 'key_attestation', keyAttestation })

/** A device without any secure hardware. */
const software: KeyAttestationKnobs = { attestationSecurityLevel: 0, keyMintSecurityLevel: 0 }

const androidProfiles: readonly AndroidProfile[] = [
  android('tee'),
  android('strongbox', { device: { strongBox: true } }),
  android('factory', { device: { provisioning: 'factory' } }),
  attestationProfile('fault')(['software', software]),
  ...Object.entries(keyAttestationFaults).map(attestationProfile('fault')),
  ...Object.entries(agedDevices).map(attestationProfile('aged')),
  ...Object.entries(unusualVariants).map(attestationProfile('odd')),
  ...Object.entries(unusualAssertions).map(([name, assertion]) =>
    android(name, { kind: 'odd', shows: 'assertion', assertion }),
  ),
  ...Object.entries(assertionFaults).map(([name, assertion]) =>
    android(name, { kind: 'fault', shows: 'assertion', assertion }),
  ),
]

/** Returns the profile's name for an assertion fault: `<name>_asserted` if an attestation fault has the same name. */
const assertionName = (name: string): string => (name in appleKeyAttestationFaults ? `${name}_asserted` : name)

const appleProfiles: readonly AppleProfile[] = [
  ios('secure_enclave'),
  ios('whole_assertion', { kind: 'odd', shows: 'assertion', assertion: { form: 'whole' } }),
  ios('raw_signature', { kind: 'odd', shows: 'assertion', assertion: { encoding: 'raw' } }),
  ...Object.entries(unusualAppleAttestations).map(([name, knobs]) =>
    ios(`ios_27_${name}`, { kind: 'odd', shows: 'key_attestation', keyAttestation: knobs, assertion: knobs }),
  ),
  ...Object.entries(appleKeyAttestationFaults).map(([name, keyAttestation]) =>
    ios(name, { kind: 'fault', shows: 'key_attestation', keyAttestation }),
  ),
  ...Object.entries({ ...appleAssertionFaults, ...appleCounterFaults }).map(([name, assertion]) =>
    ios(assertionName(name), { kind: 'fault', shows: 'assertion', assertion }),
  ),
]

export interface ProfileTable<Of extends DeviceProfile = DeviceProfile> {
  /** Profile of a device if the request names none: the first profile. */
  readonly default: Of
  /** Profiles by name, in the order of the documentation. */
  readonly profiles: ReadonlyMap<string, Of>
}

const tableOf = <Of extends DeviceProfile>(all: readonly Of[]): ProfileTable<Of> => ({
  default: all[0] as Of,
  profiles: new Map(all.map((profile) => [profile.name, profile] as const)),
})

/** All profiles, by platform. */
export const deviceProfiles: {
  readonly android: ProfileTable<AndroidProfile>
  readonly ios: ProfileTable<AppleProfile>
} = { android: tableOf(androidProfiles), ios: tableOf(appleProfiles) }
