/**
 * The operating system of the device, in an extension of the leaf that Apple does not document. Older systems do not
 * write its name. Newer ones write `iphoneos` on iPhones and `macosx` on Macs (D-1086).
 */
import { decodeUtf8 } from '../../base/index.ts'
import {
  type Certificate,
  derMembers,
  derOctets,
  findExtension,
  isConstructedContextSpecific,
  readDer,
  readDerInside,
} from '../../x509/index.ts'

/** Object identifier of the extension: a SEQUENCE of tagged values. */
export const operatingSystemOid = '1.2.840.113635.100.8.7'

/** Tag of the name: `[1026] EXPLICIT OCTET STRING`. */
export const operatingSystemTag = 1026

/** Name of the operating system of iPhones. */
export const iphoneSystem = 'iphoneos'

/** Returns the name, or `undefined` if the extension is absent, unreadable or without a name. */
export function readOperatingSystem(leaf: Certificate): string | undefined {
  const value = findExtension(leaf, operatingSystemOid)
  const members = derMembers(value && readDer(value)) ?? []
  const member = members.find((one) => isConstructedContextSpecific(one, operatingSystemTag))
  const name = derOctets(member && readDerInside(member))
  return name && decodeUtf8(name)
}
