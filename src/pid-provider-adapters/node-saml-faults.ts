/**
 * What the errors of `node-saml` mean. Its functions, and the XML libraries below them, throw plain errors, and a `TypeError`
 * for a signature that lacks a part. So an error is judged by the function that threw it: each takes either an answer of
 * the provider or what we wrote ourselves.
 */
import type { LibraryFaults } from '../base/index.ts'

/** The error classes that `node-saml` exports. */
export const nodeSamlErrors = {
  /** Of its own reading of a status, which we do not call. */
  SamlStatusError: 'bug',
} as const satisfies LibraryFaults

/** The functions that we call. The keys under which `getVerifiedXml` verifies are judged before, as it passes over a bad one. */
export const nodeSamlCalls = {
  getVerifiedXml: 'answer',
  parseDomFromString: 'answer',
  parseXml2JsFromString: 'answer',
  signXml: 'bug',
} as const satisfies LibraryFaults
