/** Describes a device by the evidence of its registration. */
import type { DeviceInformation } from '../../device-integrity/index.ts'
import type { Language } from '../../http/index.ts'

const texts = {
  it: {
    phone: { android: 'Telefono Android', apple: 'Dispositivo Apple' },
    keys: {
      strongbox: 'La chiave è in un chip sicuro a parte (StrongBox).',
      'trusted-environment': 'La chiave è nell’ambiente sicuro del processore.',
      apple: 'La chiave è nel Secure Enclave; Apple l’ha attestata (App Attest).',
    },
    provisioning: {
      remote: 'Il produttore rinnova a distanza la chiave che attesta.',
      factory: 'La chiave che attesta è quella messa in fabbrica.',
    },
    system: (version: string) => `Sistema Android ${version}.`,
    patches: (what: string, month: string) => `Aggiornamenti ${what}: ${month}.`,
    parts: { osPatchLevel: 'del sistema', vendorPatchLevel: 'del produttore', bootPatchLevel: 'dell’avvio' },
    keyStore: (name: string) => `Archivio delle chiavi: ${name}.`,
    app: (name: string, version: string) => `App ${name}${version}.`,
    version: (number: number | string) => `, versione ${number}`,
    distributions: {
      'operating-system': 'L’app fa parte del sistema.',
      testflight: 'L’app è stata distribuita con TestFlight.',
      development: 'L’app è firmata per lo sviluppo.',
      'app-store': 'L’app viene dall’App Store.',
      enterprise: 'L’app è stata distribuita da un’azienda o ad hoc.',
      'developer-id': 'L’app è firmata con un Developer ID.',
      other: 'L’app è stata distribuita in un altro modo.',
      unknown: 'L’app è stata distribuita in un modo sconosciuto.',
    },
    signed: (count: number) => `L’app è firmata da ${count === 1 ? 'un certificato' : `${count} certificati`}.`,
  },
  en: {
    phone: { android: 'Android phone', apple: 'Apple device' },
    keys: {
      strongbox: 'The key is in a separate secure chip (StrongBox).',
      'trusted-environment': 'The key is in the trusted environment of the processor.',
      apple: 'The key is in the Secure Enclave; Apple attested it (App Attest).',
    },
    provisioning: {
      remote: 'The vendor renews the attesting key remotely.',
      factory: 'The attesting key was installed in the factory.',
    },
    system: (version: string) => `Android ${version}.`,
    patches: (what: string, month: string) => `Patches ${what}: ${month}.`,
    parts: { osPatchLevel: 'of the system', vendorPatchLevel: 'of the vendor', bootPatchLevel: 'of the boot loader' },
    keyStore: (name: string) => `Key store: ${name}.`,
    app: (name: string, version: string) => `App ${name}${version}.`,
    version: (number: number | string) => `, version ${number}`,
    distributions: {
      'operating-system': 'The app is part of the system.',
      testflight: 'The app was distributed with TestFlight.',
      development: 'The app is signed for development.',
      'app-store': 'The app comes from the App Store.',
      enterprise: 'The app was distributed by a company or ad hoc.',
      'developer-id': 'The app is signed with a Developer ID.',
      other: 'The app was distributed in another way.',
      unknown: 'The app was distributed in an unknown way.',
    },
    signed: (count: number) => `The app is signed by ${count === 1 ? 'one certificate' : `${count} certificates`}.`,
  },
} as const

/** Returns the kind of device with the major version of its system, for a table. */
export const nameDevice = (language: Language, { platform, osVersion }: DeviceInformation): string =>
  `${texts[language].phone[platform]}${osVersion === undefined ? '' : ` ${majorOf(osVersion)}`}`

/**
 * Returns a sentence for each fact that the evidence contains: security level of the key, origin of the attesting key,
 * system, patches, key store, app, its distribution, and number of its certificates. Omits the attestation's own
 * version and level.
 */
export function describeDevice(language: Language, device: DeviceInformation): readonly string[] {
  const text = texts[language]
  const { platform, provisioning, osVersion, keyMintVersion, applicationVersion, applicationDigests, distribution } =
    device
  const level = platform === 'apple' ? 'apple' : device.keyMintSecurityLevel
  const patches = (['osPatchLevel', 'vendorPatchLevel', 'bootPatchLevel'] as const).flatMap((name) => {
    const value = device[name]
    return value === undefined ? [] : [text.patches(text.parts[name], monthOf(language, value))]
  })
  return [
    ...(level === undefined ? [] : [text.keys[level]]),
    ...(provisioning === undefined ? [] : [text.provisioning[provisioning]]),
    ...(osVersion === undefined ? [] : [text.system(versionOf(osVersion))]),
    ...patches,
    ...(keyMintVersion === undefined ? [] : [text.keyStore(keyStoreOf(keyMintVersion))]),
    text.app(device.application, applicationVersion === undefined ? '' : text.version(applicationVersion)),
    ...(distribution === undefined ? [] : [text.distributions[distribution]]),
    ...(applicationDigests === undefined ? [] : [text.signed(applicationDigests.length)]),
  ]
}

/** Returns the major version. Android encodes 14.1.2 as 140102. Older evidence has only the major version. */
const majorOf = (version: number): number => (version < 10_000 ? version : Math.floor(version / 10_000))
const versionOf = (version: number): string => {
  const [minor, patch] = [Math.floor(version / 100) % 100, version % 100]
  if (version < 10_000) return String(version)
  return [majorOf(version), ...(minor + patch > 0 ? [minor] : []), ...(patch > 0 ? [patch] : [])].join('.')
}

/** Returns name and version of the key store. 100 is KeyMint 1, 4 is Keymaster 4, 41 is Keymaster 4.1. */
const keyStoreOf = (version: number): string =>
  version >= 100 ? `KeyMint ${version / 100}` : `Keymaster ${version >= 10 ? version / 10 : version}`

/** Returns the month of a patch level (YYYYMM or YYYYMMDD) in words. Returns other numbers as digits. */
function monthOf(language: Language, level: number): string {
  const text = String(level)
  const [year, month] = [Number(text.slice(0, 4)), Number(text.slice(4, 6))]
  if (!(month >= 1 && month <= 12)) return text
  const format = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return format.format(Date.UTC(year, month - 1, 15))
}
