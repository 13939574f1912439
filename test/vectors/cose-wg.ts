/**
 * COSE_Sign1 messages of the COSE working group, <https://github.com/cose-wg/Examples>: `sign1-tests` and
 * `ecdsa-examples`, in hexadecimal. The payload of all is `This is the content.`.
 */
const kid = 'a104423131'
const content = '54546869732069732074686520636f6e74656e742e'
const r = '5840eae868ecc176883766c5dc5ba5b8dca25dab3c2e56a551ce5705b793914348e1'
const s = '9f43d6c6ba654472da301b645b293c9ba939295b97c4bdb847782bff384c5794'

/** Key "11". */
export const p256 = {
  kty: 'EC',
  crv: 'P-256',
  x: 'usWxHK2PmfnHKwXPS54m0kTcGJ90UiglWiGahtagnv8',
  y: 'IBOL-C3BttVivg-lSreASjpkttcsz-1rb7btKLv8EX4',
}
export const p384 = {
  kty: 'EC',
  crv: 'P-384',
  x: 'kTJyP2KSsBBhnb4kjWmMF7WHVsY55xUPgb7k64rDcjatChoZ1nvjKmYmPh5STRKc',
  y: 'mM0weMVU2DKsYDxDJkEP9hZiRZtB8fPfXbzINZj_fF7YQRynNWedHEyzAJOX2e8s',
}
export const p521 = {
  kty: 'EC',
  crv: 'P-521',
  x: 'AHKZLLOsCOzz5cY97ewNUajB957y-C-U88c3v13nmGZx6sYl_oJXu9A5RkTKqjqvjyekWF-7ytDyRXYgCF5cj0Kt',
  y: 'AdymlHvOiLxXkEhayXQnNCvDX4h9htZaCJN34kfmC6pV5OhQHiraVySsUdaQkAgDPrwQrJmbnX9cwlGfP-HqHZR1',
}

export const sign1 = {
  'sign-pass-01': `d28441a0a201260442313154546869732069732074686520636f6e74656e742e${r}1a02e5f0344bf2d4ee5c7fd75a68a9f5e0b3cc1f1fc1409c189566586ff9d610`,
  'sign-pass-02': `d28443a10126${kid}${content}${r}55388b10c4f1b59a6733eab416870a945111a4b2fbdbef33a77234b1deff2f9b`,
  'sign-pass-03': `8443a10126${kid}${content}${r}${s}`,
  'sign-fail-01': `d903e68443a10126${kid}${content}${r}${s}`,
  'sign-fail-02': `d28443a10126${kid}${content.slice(0, -1)}f${r}${s}`,
  'sign-fail-03': `d28445a1013903e6${kid}${content}${r}${s}`,
  'sign-fail-04': `d2844aa10167756e6b6e6f776e${kid}${content}${r}${s}`,
  'sign-fail-06': `d28445a201260300${kid}${content}${r}${s}`,
  'sign-fail-07': `d28443a10126${kid}${content}${r}72727f48461fabbba2e343492ddecac3983686250bc68e9f1a7a07d41225b59f`,
  'ecdsa-sig-02': `d28444a1013822a1044450333834${content}5860b8f85eff78c88f5351ced2f1887b79b296490795594b62e41e22529bb90208b7d8cddd4a46d0e9c986464d83d0a5d1edf39b3e2c5750364230d0e8d76460d8808e76c83830fbbd1978cc174066eb437f17887979ecf027dcc9d51baf6c4fd8c0`,
  'ecdsa-sig-03': `d28444a1013823a104581e62696c626f2e62616767696e7340686f626269746f6e2e6578616d706c65${content}5884000f348009badc7da478150aa7fa06dfd812cdf826344f17c7330563573d8f97f7a966924c3d88b108907235476e3f6bea9f3890027792b0f94e905c217227cf064e00a6bc6a5187d0df9b1db7675aecfc678ce4692a8121eb8170f3592a859d518fd3b823091aab22e6c41eb97ed92127ce8c46dcc715a247cb78921fad1e19133afc30`,
  'ecdsa-sig-04': `d28444a1013823${kid}${content}${r}4a37288571498a1b64ba08d2063b8749d75cdc9d7f61eb752d23819473f6bd65`,
} as const
