/** Stands in for modules of a phone that the judged functions do not call. */
export const Platform = { OS: 'android' }
export const CBOR = {}
export const COSE = {}
export const ISO18013_7 = {}
