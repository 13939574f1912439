/**
 * Project Wycheproof, <https://github.com/C2SP/wycheproof> (Apache License 2.0), `testvectors_v1`: known faults of
 * implementations. A sample of `ecdsa_secp256r1_webcrypto_test`, `ecdh_secp256r1_webcrypto_test`, `json_web_key_test`
 * and `json_web_signature_test`; the numbers are those of the tests there (`tcId`).
 */
const order = 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc6325'
const prime = 'ffffffff00000001000000000000000000000000'

/** ECDSA over P-256 with SHA-256, r‖s in hexadecimal. */
export const ecdsa = {
  jwk: {
    kty: 'EC',
    crv: 'P-256',
    x: 'KSexBRK64-3c_kZ4KBKLrSkDJpkZ9whgacjE32xzKDg',
    y: 'x3h5ZOqsAOWSH7FJimD0YGdms9loUAFVjRqXTnNBUT4',
  },
  message: '313233343030',
  /** Test 1: RFC 7518 §3.4 accepts both of two signatures that differ in the sign of s. */
  valid:
    '2ba3a8be6b94d5ec80a6d9d1190a436effe50d85a1eee859b8cc6af9bd5c2e184cd60b855d442f5b3c7b11eb6c4e0ae7525fe710fab9aa7c77a67f79e6fadd76',
  /** Tests 2–10: multiples of the order and powers of two added to r or s. */
  changed: [
    '012ba3a8bd6b94d5ed80a6d9d1190a436ebccc0833490686deac8635bcb9bf536900b329f479a2bbd0a5c384ee1493b1f5186a87139cac5df4087c134b49156847db',
    '01002ba3a7be6b94d6ec80a6d9d1190a432be6dfbb2cb98d6d4d72972df620817f180000b329f479a2bbd0a5c384ee1493b1f5186a87139cac5df4087c134b49156847db',
    'd45c5740946b2a147f59262ee6f5bc90bd01ed280528b62b3aed5fc93f06f739b329f479a2bbd0a5c384ee1493b1f5186a87139cac5df4087c134b49156847db',
    '012ba3a8be6b94d5ec80a6d9d1190a436effe50d85a1eee859b8cc6af9bd5c2e1800b329f479a2bbd0a5c384ee1493b1f5186a87139cac5df4087c134b49156847db',
    '0100000000000000002ba3a8be6b94d5ec80a6d9d1190a436effe50d85a1eee859b8cc6af9bd5c2e18000000000000000000b329f479a2bbd0a5c384ee1493b1f5186a87139cac5df4087c134b49156847db',
  ],
  /** Tests 11–59: each of these as r with each as s: 0, 1, n, n − 1, n + 1, p, p + 1. */
  special: [
    `${'0'.repeat(64)}`,
    `${'0'.repeat(63)}1`,
    `${order}51`,
    `${order}50`,
    `${order}52`,
    `${prime}ffffffffffffffffffffffff`,
    `${prime.slice(0, -1)}1${'0'.repeat(24)}`,
  ],
  /** Tests 65, 83, 92, 104: messages whose digest has a run of zeros or ones. */
  digests: [
    '31333434323933303739 204a9784074b246d8bf8bf04a4ceb1c1f1c9aaab168b1596d17093c5cd21d2cd51cce41670636783dc06a759c8847868a406c2506fe17975582fe648d1d88b52',
    '35373438303831363936 54e76b7683b6650baa6a7fc49b1c51eed9ba9dd463221f7a4f1005a89fe00c592ea076886c773eb937ec1cc8374b7915cfd11b1c1ae1166152f2f7806a31c8fd',
    '35313734343438313937 bead6734ebe44b810d3fb2ea00b1732945377338febfd439a8d74dfbd0f942fa6bb18eae36616a7d3cad35919fd21a8af4bbe7a10f73b3e036a46b103ef56e2a',
    '3632313535323436 ad019f74c6941d20efda70b46c53db166503a0e393e932f688227688ba6a576293320eb7ca0710255346bdbb3102cdcf7964ef2e0988e712bc05efe16c199345',
  ],
  /** Keys and numbers at the limits: number, x and y, signature, verdict. The message is the one above. */
  edges: [
    '137 OnJHYpFXEZO00Qmyw3tZ8oB-j-nP_YBOrN7ZA-d8oNo WS28dP7gynUIzHvCgrDFGhQyhv9TxgExZo56CSnk7QQ 0000000000000000000000000000000000000000000000000000000000000006ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc75fbd8 invalid',
    '138 0Pc3kiA3Fq_UvkMp-qSNJp8VMT67ujedd4PJe_PokNk lx9KMgZgW-wheCv14nXHFEF-j1ZlSea8aGkNI2PInME 00000000000000000000000000000000000000000000000000000000000001008f1e3c7862c58b16bb76eddbb76eddbb516af4f63f2d74d76e0d28c9bb75ea88 valid',
    '143 CDU5--5EYl46yq-i_LQTSTks7wYzobj6vs7gwTOxDpk kVwevnvwDfhTUZZ3ClgEeuKkAvJjJrt9QdTXYWM3kR4 ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc6324d5555555550000000055555555555555553ef7a8e48d07df81a693439654210c70 valid',
    '144 4HXv_ZYH0I1fNONlL2TPo71tIMWNCiMvBYSRJgqyEqQ zGF2CsiwaAwbZEwDzGKLqdxKPAVhNoSJxpK9QPQ6o8o 0000000000000000000000000000000000000000000000009c44febf31c3594f000000000000000000000000000000000000000000000000839ed28247c2b06b valid',
    '145 4HXv_ZYH0I1fNONlL2TPo71tIMWNCiMvBYSRJgqyEqQ zGF2CsiwaAwbZEwDzGKLqdxKPAVhNoSJxpK9QPQ6o8o 9c44febf31c3594f839ed28247c2b06b invalid',
  ],
  /** Coordinates that begin or end in a run of zeros or ones: number, x, y, signature of the text `Message`. */
  keys: [
    '237 PPA9YU2JOc_UmaB4c_rCgWGPBrj_h-gBXD9JcmUASTU ewXosYbjjUHTHHf1dp8i1YOF7MhX0HpWGmMkIX____8 b7b16e762286cb96446aa8d4e6e7578b0a341a79f2dd1a220ac6f0ca4e24ed86ddc60a700a139b04661c547d07bbb0721780146df799ccf55e55234ecb8f12bc',
    '238 KCnDH6ouQA40TtlLyj_NBUWVbrz-itD236X_jv____8 oBqvrwAOUlhYVa-nZ2reKEETCZBS31fn6zvTfr65Ii4 d82a7c2717261187c8e00d8df963ff35d796edad36bc6e6bd1c91c670d9105b43dcabddaf8fcaa61f4603e7cbac0f3c0351ecd5988efb23f680d07debd139929',
    '241 ____-UgIHmoEWN2PnnOPJmX_kFmtaqwHCDGMTKmnpPU Woq8ui3ahHQxHuVBSblzyuDA-4lVetC_eOZSmhZjvXM 766456dce1857c906f9996af729339464d27e9d98edc2d0e3b760297067421f6402385ecadae0d8081dccaf5d19037ec4e55376eced699e93646bfbbf19d0b41',
    '244 AAAAA_oV-WOUnV8DpvXH-G-eABXusjrrv_EXOTe6dI4 EJmHIHDo6HxVX6E2Wcyl1_rc_LACPqiJVIykivK6fnE b7c81457d4aeb6aa65957098569f0479710ad7f6595d5874c35a93d12a5dd4c7b7961a0b652878c2d568069a432ca18a1a9199f2ca574dad4b9e3a05c0a1cdb3',
    '247 vLspFMefBF6qbsu8YSgWs75dLWeWcH2BJen4UcGK8BU AAAAABNSu0oPoupMzrmrY91oSt5aESe88wCmmKcZO8I 31230428405560dcb88fb5a646836aea9b23a23dd973dcbe8014c87b8b20eb070f9344d6e812ce166646747694a41b0aaf97374e19f3c5fb8bd7ae3d9bd0beff',
    '250 vLspFMefBF6qbsu8YSgWs75dLWeWcH2BJen4UcGK8BU _____uytRLbwXRWzMUZUnCKXtSKl7thDDP9ZZ1jmxD0 d7d70c581ae9e3f66dc6a480bf037ae23f8a1e4a2136fe4b03aa69f0ca25b35689c460f8a5a5c2bbba962c8a3ee833a413e85658e62a59e2af41d9127cc47224',
  ],
} as const

const zero = 'A'.repeat(43)
const one = `${'A'.repeat(42)}E`
const primeLessOne = '_____wAAAAEAAAAAAAAAAAAAAAD_______________4'
const primeItself = '_____wAAAAEAAAAAAAAAAAAAAAD_______________8'

/** ECDH on P-256. */
export const ecdh = {
  privateJwk: {
    kty: 'EC',
    crv: 'P-256',
    d: 'Cg1iKkfkj2vBA4rOQ4xvUoqgCtK9HaXxPuRr9fYz1xo',
    x: 'dGGMuq9p_1kPX7WFUc5KlItcclHUDllaGLG6a77mraU',
    y: 'v_QDqOmdU6cNPORhC_0F1Lo6iFW2oNNjyB99B4zezZI',
  },
  /** Number, x and y of the other party's key, the agreed secret. */
  agreed: [
    '2 WP1BaKh3lWA-KwQ5AoW9ym5X3mAn_iEd2dJeIhLSnmI CA02vSJNdAVQkpXu0CoXFQ4DsxT5baN0RbDR0pN30Sw 0000000000000000000000000000000000000000000000000000000000000000',
    '3 oezCS_DQBT0j9f2A3fFzWhklA53BF2xYGn55UWPIubo LLWk5NUQn0UnV14xN7g9eam8s_rv-Q0qyivtcbtSPn4 ffffffff00000001000000000000000000000000fffffffffffffffffffffffc',
    '4 Gw50N8M9N5kpQw0-wQ31m-1_4qHZUMV5Hh6d3u8fTXA -9sOO7zmOifyeDjGhSB_LMr2idJetiJ0TbEWiskmGeg 0000000000000000000000000000000000000000000000000000000000010000',
    '7 TJaVt2aENPyFdprLEPDtz4epa31dw0e0a7MEsLHTJn8 z12ZO_8qjHdICCMaNPQbM2Z9jr6v0AaJ-jqb-gWkDBw 0000000000000000000000000000000000000001000000000000000000000000',
    '8 pJL-S0kIttZ11odVH5nGF-TlyXqiZpWJUxKes4HwFTs ERuVyU-h0ezR1B0nhcHbUZWHWumAUXMqWbp3IPkImvY 6522aed9ea48f2623b8eeae3e213b99da32e74c9421835804d374ce28fcca662',
    '10 x01Uby_MbdOS-F5b4WfjWN6Qh1awwLsBy2nYZMoIPhw k_lZ7s5uEO4RvTk0IH1lriivaLCSWFoVCSYOzrObku8 085ec5a4af40176b63189069aeffcb229c96d3e046e0283ed2f9dac21b15ad3c',
  ],
  /** Tests 336–353: points that are not on the curve, and keys of another: number, curve, x, y. */
  refused: [
    [336, 'P-256', one, one],
    [337, 'P-256', one, primeLessOne],
    [338, 'P-256', one, primeItself],
    [339, 'P-256', primeLessOne, zero],
    [340, 'P-256', primeLessOne, one],
    [341, 'P-256', primeLessOne, primeLessOne],
    [342, 'P-256', primeLessOne, primeItself],
    [343, 'P-256', primeItself, zero],
    [344, 'P-256', primeItself, one],
    [345, 'P-256', primeItself, primeLessOne],
    [346, 'P-256', primeItself, primeItself],
    [347, 'P-256K', '_____________________________________v___C8', 'PZ323vrKMCmFBhE9dQGXhQfTOf4FR5YsrEzW38Vsl2k'],
    [348, 'P-256', 'FRAmTBicPVI_-ZFqvXBp76aWjY3H3bZFfXhptT6mDNw', '-vt-1HhtoV0p7lklb1Nto1daSIjBuwqVslb0p-n9dkw'],
    [349, 'P-256', zero, zero],
    [350, 'P-256K', 'oSY-dbh64JNwYP8UcvMw7lXN-PQynWKEqev7zIVsEWg', 'QiXnLL6_9B5U-28A4Rr-U6F5N77b8t94f475WE93WDg'],
  ],
} as const

/** `json_web_signature_test` 18 and `json_web_key_test` 19–24: the payload is the text `foo`. */
export const jws = {
  jwk: {
    kty: 'EC',
    crv: 'P-256',
    kid: 'kid-ec-sign',
    use: 'sig',
    alg: 'ES256',
    x: '04N0xi21hshyvBp7I167sbE_bXqyqkAPfefdklMO7wY',
    y: 'UI8exy-C06a7DUnjIdENkxeFtHM4-l_41LqEw9nVgmw',
  },
  compact:
    'eyJhbGciOiJFUzI1NiIsImtpZCI6ImtpZC1lYy1zaWduIn0.Zm9v.5cA0OHyMP7ezamUd5c9kV-FrGxdx4hbGXOdplQkutrqWrte5P-pAvsE3Ve6xSyU3YDQwUHjVVOtvcrEbbnZ8yA',
  /** Test 31: an HMAC made with the bytes of the public key. */
  confused: 'eyJhbGciOiJIUzI1NiIsImtpZCI6ImtpZC1lYy1zaWduIn0.Zm9v.TgWtz2FIRukBQ_mA5sgHa0Ybtgn7bl-YBPAi7Z0XdHU',
  /** Test 32: signed by a key in its own header. */
  embedded:
    'eyJhbGciOiJFUzI1NiIsImtpZCI6ImtpZC1lYy1zaWduIiwiandrIjp7Imt0eSI6IkVDIiwia2lkIjoia2lkLWVjLXNpZ24iLCJ1c2UiOiJzaWciLCJhbGciOiJFUzI1NiIsIngiOiJNZG5UWkRJaERKYmZBU2RGcWFtY3BPMkNoOUdOS0sybTBNUWxoNDAyU3BvIiwieSI6Ijdhdko0bHFfV3l4LW5MUERCUTJZcHl0dUh5TWlvMDdCVXl2bDNqYUMtMVkiLCJjcnYiOiJQLTI1NiJ9fQ.Zm9v.4jmsollQD8ZxvySzXYnIEYA4fwaZi2ZbC0aI1J4LYmW2Bn31NhKdjms2N6o51Dff5-InWXQF9m45VtTexl6yjg',
} as const

/**
 * `json_web_key_test` 8 and 9: an RSA key of 1024 bits; one with the exponent 1, whose signatures are their own
 * padding.
 */
export const rsa = {
  short: {
    jwk: {
      kty: 'RSA',
      e: 'AQAB',
      n: 'rJBIp6T1YK-RtPyvYqFFlcucqewSAA_IReSFchE8qyiQrbARqRlXWkB2DR8j_pJQnIpYELbQWZC5Cd0PTGAU8rMbar2AW6zpmBbi7aQf17lUBdt8XI9M9rq7FPVQ1dDdUXm1SVH_9qqWhvMPR422SbfHBEzCAtzK0ANDRo6qz78',
    },
    compact:
      'eyJhbGciOiJSUzI1NiIsImtpZCI6IlJTMjU2XzEwMjQifQ..AFuv9BiuEQP1Nmidc5xFw0qIT1d0NmgqakVKmJ-mMJNzg_J1L6nNXxMrSXCS6sfGIgXc44-vk8StVf7eIKjxozqzZ3Z2jT8AX_vp6_1WOje9jSPYEwf-3OgmD2QcyV14jXVTx9s0M8WKoYIo4_zA4qGiViE18khwGd9uqsjrJVA',
  },
  exponentOne: {
    jwk: {
      kty: 'RSA',
      e: 'AQ',
      n: 'u-SfdHPjFtGmzuoH6gheIIZ4nLwUHBQEtFGqOe0N8JuZUc5VOzlI8yl0r8ESilAouttkdftexj4VFJz5R9FH90ypVQDPL0H4mC_RtkcJ1DBB8MriU8dmzqSXP1SBs4s5L-pJWxKKLjXddD6gXJZ7HT_aPl2olvlLh8JkD_52U6sjdeP3OWDKvMu5GsrMlS9XJCVaCx8r9698OEElwK-ZW9PztgTSb-MvyTuyzis5Yc13n_z0wMLahpDilI2fzNsZ3yH6htu4VXPraSEZV6C0Z7epAAAUqiUnxh3WRupEICaewYEnW3MVS2hHwLwtPu_RR0XHoZr1oPSlQMP3Zi2QKw',
    },
    compact: `eyJhbGciOiJSUzI1NiIsImtpZCI6IlJTMjU2XzIwNDgifQ..AAH${'_'.repeat(269)}ADAxMA0GCWCGSAFlAwQCAQUABCC2RQuThyxZrC1hF3430kwQRUtpKnK2r9hhkP2mQe8zsg`,
  },
} as const
