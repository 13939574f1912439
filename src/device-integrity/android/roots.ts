/**
 * The vendor's two attestation root keys (WP-39). They are pinned by SubjectPublicKeyInfo instead of certificate: the
 * certificate of the RSA key was reissued several times, most recently with validity until 2042. Only a release of this
 * software changes the keys. No code fetches them.
 */
import { decodeLenientBase64 } from '../../base/index.ts'
import { type IssuerKey, pinKey } from '../../x509/index.ts'

/** RSA-4096, subject serialNumber=f92009e853b6b045. */
const rsaRoot = `
MIICIjANBgkqhkiG9w0BAQEFAAOCAg8AMIICCgKCAgEAr7bHgiuxpwHsK7Qui8xUFmOr75gvMsd/dTEDDJdSSxtf6An7xyqpRR90PL2abxM1dEqlXnf2
tqw1Ne4Xwl5jlRfdnJLmN0pTy/4lj4/7tv0Sk3iiKkypnEUtR6WfMgH0QZfKHM1+di+y9TFRtv6y//0rb+T+W8a9nsNL/ggjnar86461qO0rOs2cXjp3
kOG1FEJ5MVmFmBGtnrKpa73XpXyTqRxB/M0n1n/W9nGqC4FSYa04T6N5RIZGBN2z2MT5IKGbFlbC8UrW0DxW7AYImQQcHtGl/m00QLVWutHQoVJYnFPl
XTcHYvASLu+RhhsbDmxMgJJ0mcDpvsC4PjvB+TxywElgS70vE0XmLD+OJtvsBslHZvPBKCOdT0MS+tgSOIfga+z1Z1g7+DVagf7quvmag8jfPioyKvxn
K/EgsTUVi2ghzq8wm27ud/mIM7AY2qEORR8Go3TVB4HzWQgpZrt3i5MIlCaY504LzSRiigHCzAPlHws+W0rB5N+er5/2pJKnfBSDiCiFAVtCLOZ7gLiM
m0jhO2B6tUXHI/+MRPjy02i59lINMRRev56GKtcd9qO/0kUJWdZTdA2XoS82ixPvZtXQpUpuL12ab+9EaDK8Z4RHJYYfCT3Q5vNAXaiWQ+8PTWm2QgBR
/bkwSWc+NpUFgNPN9PvQi8WEg5UmAGMCAwEAAQ==`

/** EC P-384, subject CN=Key Attestation CA1, in use since February 2026. */
const ecRoot = `
MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEI9ojcU7fPlsFCjxy6IRqzgeOoK0b+YsV9FPQywiyw8EQRTkJ9u3qwfnI4DGoSLlBqClTXJfgfCcZvs60FikN
MHnu4fkRzObfgDkU2KNXezT9/RQ+XvNslxPHrHCowhGr`

/** Google's root keys of Android key attestation, the older one first. */
export const googleAttestationRoots: readonly IssuerKey[] = [rsaRoot, ecRoot].map((text) =>
  pinKey(decodeLenientBase64(text) ?? new Uint8Array()),
)

/** Returns true for the vendor's own root. A service in production refuses any other (DIS-02). */
export const isGoogleAttestationRoot = (key: IssuerKey): boolean =>
  googleAttestationRoots.some(({ spkiDigest }) => spkiDigest === key.spkiDigest)
