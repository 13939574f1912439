/** Written by `npm run requirements -- --write` out of docs/spec/requirements.md; do not edit. */
export const disRules = `
DIS-01 A software device makes Android-style key attestation chains and Play-Integrity-style tokens, and Apple-style App Attest objects and assertions, in the vendors' real formats under its own roots: the provider verifies real and software devices with the same code; only the configured roots differ.
DIS-02 A provider in production mode refuses to start with a software root configured.
DIS-03 The DIS is not a federation entity and has no endpoint in this system: no trust chain is looked up; trust in it comes from the configured vendor roots.
DIS-04 A key attestation contains the hardware public key and binds it to the challenge: it is invalid if either is changed.
DIS-05 An integrity assertion is bound to client_data_hash and signed with the vendor's key: one for other client data, or signed with another key, is refused.
DIS-06 The software device's root is generated for each run, has a name that marks it as a sandbox root, and its private key is never committed.
DIS-07 The software device can produce each fault of WP-38 to WP-51 and WP-60 to WP-63 separately, and each causes the error of its row.
DIS-08 The software device's simulated secure element counts App Attest assertions, and the provider decodes the device's Play tokens locally.
DIS-09 The software device serves a status list in the vendor's format, so that a revocation can be tried end to end.
DIS-10 The same code accepts genuine vendor objects (with a fixed clock), and refuses them if one byte of challenge, chain or signature is changed.
DIS-11 Apple's authenticator data may end in one CBOR map of extensions with text keys, in an attestation and in an assertion, whether or not the extensions flag is set; the flag without the map, and any other trailing content, is refused (D-442).
`
