/**
 * What a simulated device is like, by platform and name: genuine ones of each build, and one for each single fault that
 * the software devices can make (DIS-07). A name decides what the device shows at every later call.
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
  appleKeyAttestationOddities,
  assertionFaults,
  assertionOddities,
  type KeyAttestationKnobs,
  keyAttestationFaults,
  oddities,
} from '../../software-device/index.ts'

/** As requests name them. */
export type DevicePlatform = 'android' | 'ios'

/** `genuine` and `odd` devices must be taken; `aged` ones where no floor is configured; `fault` ones must be refused. */
type ProfileKind = 'genuine' | 'odd' | 'aged' | 'fault'

interface Profile<Platform extends DevicePlatform, Device, KeyAttestation, Assertion> {
  readonly platform: Platform
  readonly name: string
  readonly kind: ProfileKind
  /** Which evidence shows it; `none` for an honest device. */
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

const attesting =
  (kind: ProfileKind) =>
  ([name, keyAttestation]: [string, KeyAttestationKnobs]): AndroidProfile =>
    android(name, { kind, shows: 'key_attestation', keyAttestation })

/** A device without secure hardware altogether. */
const software: KeyAttestationKnobs = { attestationSecurityLevel: 0, keyMintSecurityLevel: 0 }

const androidProfiles: readonly AndroidProfile[] = [
  android('tee'),
  android('strongbox', { device: { strongBox: true } }),
  android('factory', { device: { provisioning: 'factory' } }),
  attesting('fault')(['software', software]),
  ...Object.entries(keyAttestationFaults).map(attesting('fault')),
  ...Object.entries(agedDevices).map(attesting('aged')),
  ...Object.entries(oddities).map(attesting('odd')),
  ...Object.entries(assertionOddities).map(([name, assertion]) =>
    android(name, { kind: 'odd', shows: 'assertion', assertion }),
  ),
  ...Object.entries(assertionFaults).map(([name, assertion]) =>
    android(name, { kind: 'fault', shows: 'assertion', assertion }),
  ),
]

/** What both tables of faults name alike is a fault of the attestation here; the other is `<name>_asserted`. */
const assertionName = (name: string): string => (name in appleKeyAttestationFaults ? `${name}_asserted` : name)

const appleProfiles: readonly AppleProfile[] = [
  ios('secure_enclave'),
  ios('whole_assertion', { kind: 'odd', shows: 'assertion', assertion: { form: 'whole' } }),
  ios('raw_signature', { kind: 'odd', shows: 'assertion', assertion: { encoding: 'raw' } }),
  ...Object.entries(appleKeyAttestationOddities).map(([name, knobs]) =>
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
  /** Of a device for which none is named. */
  readonly default: Of
  /** By name, in the order in which they are documented. */
  readonly profiles: ReadonlyMap<string, Of>
}

const tableOf = <Of extends DeviceProfile>(all: readonly Of[]): ProfileTable<Of> => ({
  default: all[0] as Of,
  profiles: new Map(all.map((profile) => [profile.name, profile] as const)),
})

export const deviceProfiles: {
  readonly android: ProfileTable<AndroidProfile>
  readonly ios: ProfileTable<AppleProfile>
} = { android: tableOf(androidProfiles), ios: tableOf(appleProfiles) }
