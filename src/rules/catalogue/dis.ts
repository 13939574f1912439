/** Written by `npm run requirements -- --write` out of docs/spec/requirements.md; do not edit. */
export const disRules = `
DIS-01 A software device makes Android-style key attestation chains and Play-Integrity-style tokens, and Apple-style App Attest objects and assertions, in the vendors' real formats under its own roots: the provider's verifying code is the same for real and software devices; only the configured roots differ.
DIS-02 A provider in production mode refuses to start with a software root configured.
DIS-03 The DIS is no federation entity and has no endpoint in this system: no trust chain is looked for, its trust is the configured vendor roots.
DIS-04 A key attestation holds the hardware public key and ties it to the challenge: changing either breaks it.
DIS-05 An integrity assertion is linked to client_data_hash and signed with the vendor's key: one for other client data, or signed otherwise, fails.
DIS-06 The software device's root is made per run, is named as a sandbox root, and its private key is never committed.
DIS-07 The software device can make each single fault of WP-38 to WP-51 and WP-60 to WP-63, and each ends in the error of its row.
DIS-08 Its simulated secure element keeps the App Attest counter, and its Play tokens go through the provider's local decoding path.
DIS-09 It serves a status list of the vendor's form, so that a revocation drill runs end to end.
DIS-10 Genuine vendor objects, with a pinned clock, are accepted by the same code, and are refused when one byte of challenge, chain or signature is changed.
DIS-11 Apple's authenticator data may end in one CBOR map of extensions with texts as keys, in an attestation and in an assertion, with the flag of extensions set or not; the flag without the map, and anything else behind, is refused (D-442).
`
