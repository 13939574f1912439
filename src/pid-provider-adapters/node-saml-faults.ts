/**
 * Classification of the errors of `node-saml`. Its functions, and the XML libraries that they use, throw plain errors,
 * and a `TypeError` for an incomplete signature. So an error is classified by the function that threw it: the input of
 * each function is either a provider's answer or our own document.
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
