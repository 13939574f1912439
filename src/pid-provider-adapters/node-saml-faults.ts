/**
 * Classification of the errors of `node-saml`. Its functions, and the XML libraries that they use, throw plain errors
 * and, for an incomplete signature, a `TypeError`. The type of an error therefore does not tell whose fault it is. The
 * function that threw the error does. If the function reads a provider's answer, the fault is the provider's
 * (`violation`). If the function reads our own document, the fault is ours (`bug`).
 */
import type { LibraryFaults } from '../base/index.ts'

/** The error classes that `node-saml` exports. */
export const nodeSamlErrors = {
  /** Thrown by the library's own status check, which we do not call. */
  SamlStatusError: 'bug',
} as const satisfies LibraryFaults

/** The functions that we call. The keys for `getVerifiedXml` are checked before, because it skips a malformed key. */
export const nodeSamlCalls = {
  getVerifiedXml: 'violation',
  parseDomFromString: 'violation',
  parseXml2JsFromString: 'violation',
  signXml: 'bug',
} as const satisfies LibraryFaults
