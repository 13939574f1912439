/** Changes to the parts of a hand-written device response. */
import type { CasesByRule } from './cases.ts'
import { docType } from './mdoc.ts'
import { RawBytes, type RawMap, RawTag, type RawValue, rawCbor, rawPairs } from './raw-cbor.ts'
import { mapOf, type RawElement, type RawMdocBend, shown } from './raw-mdoc.ts'
import { statusUri } from './relying-party-service.ts'

/** Hostile device responses by the status and the code of their refusal. */
export type HostileMdocs = CasesByRule<[bend: RawMdocBend]>

/** Changes the first element that the wallet shows. */
export const first = (change: Partial<RawElement>): RawMdocBend => ({
  elements: shown.map((element, index) => (index === 0 ? { ...element, ...change } : element)),
})
/** Sets a member of a map. */
export const inMap =
  (name: RawValue, value: RawValue) =>
  (map: RawMap): RawMap =>
    map.set(name, value)
/** Removes a member of a map. */
export const without =
  (name: RawValue) =>
  (map: RawMap): undefined => {
    map.delete(name)
    return undefined
  }
/** Changes the map that is a member of a map. */
export const inside =
  (name: RawValue, change: (map: RawMap) => RawValue | undefined) =>
  (map: RawMap): RawMap =>
    map.set(name, change(map.get(name) as RawMap) ?? map.get(name))
/** Sets a member of the MSO. */
export const mso = (name: string, value: RawValue): RawMdocBend => ({ mso: inMap(name, value) })
/** Sets a member of `validityInfo`. */
export const validity = (name: string, value: RawValue): RawMdocBend => ({
  mso: inside('validityInfo', inMap(name, value)),
})
/** Sets a member of the device key in the MSO. */
export const deviceKey = (label: number, value: RawValue): RawMdocBend => ({
  mso: inside('deviceKeyInfo', inside('deviceKey', inMap(label, value))),
})
/** Replaces the protected header of the issuer's signature. */
export const header = (...pairs: readonly (readonly [RawValue, RawValue])[]): RawMdocBend => ({
  issuerHeader: rawPairs(pairs),
})
/** Adds a second member with this name to a map. */
export const twice = (name: string, value: RawValue) => (map: RawMap) => rawPairs([...map, [name, value]])
export const statusList = (idx: RawValue, uri: string = statusUri) => mapOf({ status_list: mapOf({ idx, uri }) })
/** Device namespaces with an element that the device adds. */
export const elementsOfDevice = new RawTag(24, rawCbor(mapOf({ [docType]: mapOf({ given_name: 'Eva' }) })))
export const nested = (depth: number): RawBytes => new RawBytes(Uint8Array.of(...Array(depth).fill(0x81), 0))
export const mac = [rawCbor(new Map([[1, 5]])), new Map(), null, new Uint8Array(32)]
