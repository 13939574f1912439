/**
 * Project Wycheproof, <https://github.com/C2SP/wycheproof> (Apache License 2.0), generator version 0.8r12: what is beyond
 * P-256. A sample of `ecdsa_secp384r1_sha384_test`, `ecdsa_secp521r1_sha512_test`, `ecdh_secp384r1_test`, `ecdh_secp521r1_test`,
 * `rsa_pss_2048_sha256_mgf1_32_test`, `rsa_signature_2048_sha256_test` and `aes_gcm_test`; signatures of ECDSA are rewritten
 * from ASN.1 to r‖s. Bytes are in hexadecimal, keys in base64url.
 */

/** Number, x and y, message, signature, whether it is one. */
export const ecdsa = {
  ES384: [
    [
      3,
      'LaV92hCJJ2pUP5_9rAv_DZdsrXHrcoDn2b_Z_uS9svIPR_-IgnQ4l3LZjMV1ITiq',
      'S20FTWnc8-JexJ34cHFeNIg7GDYZfXb4rZYuePZXG7x0B7DWCR-eTYjwFCdEBhdP',
      '313233343030',
      '12b30abef6b5476fe6b612ae557c0425661e26b44b1bfe19daf2ca28e3113083ba8e4ae4cc45a0320abd3394f1c548d7e7bf25603e2d07076ff30b7a2abec473da8b11c572b35fc631991d5de62ddca7525aaba89325dfd04fecc47bff426f82',
      true,
    ], // valid
    [
      318,
      'S_TlL5WEJ-u1kV-4yVlVUbTTo_2rZ7rdnWwwk_QlukNjDfcfQvDrfOqpTZ9kSKhd',
      '0wMxWIJJ_S_cCzCex-2EgbwW8ngAwT19twD8guGxyFRaoMDTtW47_nifwYqRaIfC',
      '313233343030',
      'fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffeffffffff0000000000000000fffffffeffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52970',
      false,
    ], // r too large
    [
      322,
      'VU8v0LcAqfRWh1K2c9nA0p3JbBD-Z-OMbW0zm_r-Bflw2ow9IWToIDEwekS9MiUR',
      'cTErYbWRE_8L07ippJNN8mKqgJb4QOnYv_pddJHe2Hs4xJb5ueTwuhCJ-NP_yIqf',
      '313233343030',
      '000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000002000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001',
      true,
    ], // small r and s
    [
      366,
      '5YWgZ9bf83rn8X-BWDEZthKRWXNF8Qes_-I3oI9IhtT9-U_mMYLmFDyZviWnt9hr',
      'VyweBt0se5S4c_BXj8srmdYOJG5RJF0IBO3USzLw8ADI-PiPHUpl_qUdu7SrHigj',
      '313233343030',
      'b37699e0d518a4d370dbdaaaea3788850fa03f8186d1f78fdfbae6540aa670b31c8ada0fff3e737bd69520560fe0ce6064adb4d51a93f96bed4665de2d4e1169cc95819ec6e9333edfd5c07ca134ceef7c95957b719ae349fc439eaa49fbbe34',
      true,
    ], // point duplication during verification
    [
      367,
      '5YWgZ9bf83rn8X-BWDEZthKRWXNF8Qes_-I3oI9IhtT9-U_mMYLmFDyZviWnt9hr',
      'qNPh-SLThGtHjA-ocDTUZinx25Gu26L3-xIrtM0PD_43Bwdv4rWaAVriRExU4dfc',
      '313233343030',
      'b37699e0d518a4d370dbdaaaea3788850fa03f8186d1f78fdfbae6540aa670b31c8ada0fff3e737bd69520560fe0ce6064adb4d51a93f96bed4665de2d4e1169cc95819ec6e9333edfd5c07ca134ceef7c95957b719ae349fc439eaa49fbbe34',
      false,
    ], // duplication bug
  ],
  ES512: [
    [
      2,
      'AFxkV-wIjVMvSCCTllrlPM0H5VbtWeKvlFzYx6lcHGRPilaoqKPNdzkt3YYeipJNrJnGkGkJO9UqUvpsVgBKB0UI',
      'AHh41tQuS03R6cBpbLPhn2MDPD205g1HMlmz6-B5qvCphu5hd_ghenjGi4E_fhSaTlb9lWLAf-09iVlC19EBy4P2',
      '313233343030',
      '004e4223ee43e8cb89de3b1339ffc279e582f82c7ab0f71bbde43dbe374ac75ffbef29acdf8e70750b9a04f66fda48351de7bbfd515720b0ec5cd736f9b73bdf86450028b5d0926a4172b349b0fd2e929487a5edb94b142df923a697e7446acdacdba0a029e43d69111174dba2fe747122709a69ce69d5285e174a01a93022fea8318ac1',
      true,
    ], // valid
    [
      356,
      'AEkc1sX5O3QU1tRc_j0mS9B3_EQnpLCv7edsrFN6fKXuLERWQlgmD3aRuB_f7Ov9A7pnIneHXFsxHqkg50-zl4r1',
      'AUSjU6JRtCl4lBYbrhLRaonDO3GfkEz8zCd994zqU3kZhkL9VJ35GZBNwM82Yu6rAe8RuOPLSbUbhT2Y8EJgDAmX',
      '313233343030',
      '01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386406',
      false,
    ], // r too large
    [
      360,
      'AF5-tsT0gYMKuq2KYN2wmJEWTuQY6kzSmVBi4ifTPCKftze_MwcDCX1rO2mj8J55yd4LQCv4Rt0mtbsRkc_4ATVd',
      'AXicmv2lZ-Yd5BRDew6ToXYR5udoU3YrwK_x4ryeRs4ShbkxZR1xKbha7ywfqxco5-tESbKVbewz5s18m6Elxc2d',
      '313233343030',
      '000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001',
      true,
    ], // small r and s
    [
      408,
      'AW_OnzdbvSlorarzV1WVEp7z5yHDt8g9Wkp59LXfu9sfZtpyQ-USDF29e-HKBz4EtMxYyozi80_2o9Aqkpvy_CeX',
      'AIPxMHktbEXI8qZ0ceUSRuK4eBRluCkcvaZtInGc1Ta_gB4AdgMJGdVwFzLOdni_RyhG7Qd3k37XfKrXTQVmRhSi',
      '313233343030',
      '0090c8d0d718cb9d8d81094e6d068fb13c16b4df8c77bac676dddfe3e68855bed06b9ba8d0f8a80edce03a9fac7da561e24b1cd22d459239a146695a671f81f73aaf01150b0fe9f0dff27fa180cc9442c3bfc9e395232898607b110a51bcb1086cb9726e251a07c9557808df32460715950a3dc446ae4229b9ed59fe241b389aee3a6963',
      true,
    ], // point duplication during verification
    [
      409,
      'AW_OnzdbvSlorarzV1WVEp7z5yHDt8g9Wkp59LXfu9sfZtpyQ-USDF29e-HKBz4EtMxYyozi80_2o9Aqkpvy_CeX',
      'AXwOz4bSk7o3DVmLjhrtuR1Hh-uaR9bjQlmS3Y5jKslAf-H_ifz25iqP6M0xiYdAuNe5EviIbIEog1UosvqZuetd',
      '313233343030',
      '0090c8d0d718cb9d8d81094e6d068fb13c16b4df8c77bac676dddfe3e68855bed06b9ba8d0f8a80edce03a9fac7da561e24b1cd22d459239a146695a671f81f73aaf01150b0fe9f0dff27fa180cc9442c3bfc9e395232898607b110a51bcb1086cb9726e251a07c9557808df32460715950a3dc446ae4229b9ed59fe241b389aee3a6963',
      false,
    ], // duplication bug
  ],
} as const

/** Our private key, and number, x and y of the other's, the secret; none where the point is off the curve. */
export const ecdh = {
  'P-384': {
    key: {
      kty: 'EC',
      crv: 'P-384',
      d: 'orZEKjf4o3WdLLkd9eynWxT1pnZtqANcwZQ7Fajk67YCXzc74zQIDyKrgho1Naan',
      x: 'X7b8XxfVh97l6VAsTEiO89awbAmBAvYjCiZNC00ZJ8RhYB5HyrbZP68O6YIp1cXd',
      y: 'tBbIpSH978yrXL0Uo5sFxriMtl_7SHkIYlI1xpFkw55eJ-w0fH9Y-DEa3kIDSozh',
    },
    rows: [
      [
        3,
        'SQ6W0X9MbOzNRd70CM6jPpcEpfGwGj3i6qo0Cf0WDXjTldazsAPXH9H1kPrZW_HJ',
        '2GZe_CBw0FmqhHElwvcHQ1lVU1x8XfbWwHnsgG3Oa2hJ0zcUDbfKUGFvlFbeEyPE',
        '000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
      ],
      [
        10,
        'N_kASYMVa72cR4kedSN7sTAWvX_m9OD3HO8OY_FqZy8NOw4gFlwzQH4Ua2pK5pYt',
        '07V8y5nnqvEwMkBRbQ6-COWFUT42ldQsRn3KtTQO92GZDK3I2IQKrMlESBQVwH_r',
        '3b5eed80727bcbc5113b8a9e4db1c81b1dddc2d99ff56d9c3c1054348913bde296311c4bd2fa899b4d0e66aaa1b6a0dd',
      ],
      [
        165,
        'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
        'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
        undefined,
      ],
    ],
  },
  'P-521': {
    key: {
      kty: 'EC',
      crv: 'P-521',
      d: 'AKK2RCo3-KN1nSy5HfXsp1r2uJ4nuvL2y_lx3uUFj_qdjayAXHvHLzcYSJ1qnLJ4evjJOhfd6xoZIRqyNgTUe3ZG',
      x: 'AD3ewT4NSLOUrihSr1ajt9tSpa__sU7UrYewKGBNDKMvORitbObL_UlQSGXKZHR-p9HVHRZ25XWSBJyF_oXHlOkn',
      y: 'AFitu6d2cyRAt8T6o7IcKkSLQBdppZYdPpVJvSd9LaywzrQRfUJVNprQ8ydOsciIX2KuREMq19F5SVUizFdPXp88',
    },
    rows: [
      [
        3,
        'AUxkMylpG6J0WaQN_nxM4Xs-oU0M16pHsB8TFUBNtRQ2-7_m3ghC4PfhJl9v86yih1BnfTNwsvsqbvSXNW9LlYES',
        'AQUbFBeGOaCaQUZcctN0NDbuHBkf9ziKQBQLNNUxfeWRHqA827Ayn960RmlaO5LUNycanzwxiwLexNRzkIFYFA6X',
        '000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
      ],
      [
        9,
        'ACkVPPBi-I8wPl1vmqyWi9kBB21ZlOp_gxgzseabZ-np_iDPnFYj4A4LnjWS_KKgMyS133yTGGr_aXrKhkYA1E7M',
        'ACgBpi4vQQbzQQbaI9yT1Q4-l1odR1EAIYNSkGSbekElEJ9la2sLW9ALJNhOobpOHtSeYcUm-xARAFExyu5-4FAe',
        '010000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000',
      ],
      [
        210,
        'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
        'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
        undefined,
      ],
    ],
  },
} as const

/** The modulus, for the exponent 65537; number, message, signature, whether it is one. */
export const rsa = {
  PS256: {
    n: 'orRRoH0KpfluRVZxUTVQUUqKW0YuvvcXCU-h_ugiJOY3-XRtP3yv0xh42AMltu9aFwD2WQO0aUKeidbqyIRQl7WrOTGJ25JRLtincRoSU_rNIPecFegkfz0-QuRuSMmOJUov6XZTE6A-_48X4aApOXofomqNzib0kO2BKZYV2YFMItphBCjgnH2WWFlCZvXAIdD87KCNlFoSvoLeTR7Oa0wDFFtdNJXU7VQR64eNrwX9evw-Ca2g8RJkIvWQl1oZaYFvSGmLy7obTZyuedRg2Pn4Xnl1AF2bwixOWsD3waRdElaaYoB9O5oC5aUw53MGb0U9H1tMLpz3ggKD90K51Q',
    rows: [
      [
        67,
        '313233343030',
        '5e91b5dcbf02d6f19621d41a83dc8f15ea83c0edb83765ef029b0acac2e1ec8918b1d2afe1fadf11c48d27594cb9c01fed79d90e5d5a8085c438450111aa7d9fa39c2345b14fc3c2cb34128f86db5eb00bdf8dfe38d61f29a41fe31342e7aaefcb4b122eb5d63c2f5c263c8df8450e9428ffef974d535818d51dc03a7d60c8b2d16c999ae46d73ab40515fe601d9b89b1d09c6d60cd51639a97c1d211e097609ba5e8c319c6fbd21b34a634ec8fb8971c5aae21c70b847a4539cc10dc314ddd8a9629e8a0e51c66c0cb61fd1f7228c01c6769190abe9bac9a3897800050014358594e0fb20dbb458b12aa1346826cc9f7e9c5352b073d62853dafe77c848cb1f',
        false,
      ], // s_len changed to 0
      [
        69,
        '313233343030',
        '1591ae743c58ceb723a76f502e21ff6a65c24cabf5f527bab5a6f2a69f20c776fd2251e43ad22e09b1486ceb1935b2dc2ade95e233f296cc0e5a8af8109659be76b6bfdf37e14837fd6c34bfed1f19ec9d21f974b984fe4d4773896ebcc7fb862fd641cd0d77178485c70c2d68b4d9be1d863f6f254b77991fc9053f5d5415d1aa74ba9067e2e6607fb651638c9cc0430a40c9b691977b557a31d95a290a95b56ef2ec8e4313686a9c5ef48235912b210fdd2c50aafac28131104c795c42ae75810b0284b2d257e81ecac4240622ebc261ab8bceeeebe80f1cfa70f18d782aebb97d803ea3a895be541be6941df103eaaabd870848bfaf58cdaf6cecdd5a10bf',
        true,
      ], // salt is all 0
      [
        90,
        '313233343030',
        '9c13d877ac2bd8c02c11e29ffcc0c1046dbc9870177e843c30b499c2bf7fd09daa43469caf2b8c3e955ded95e4d62209f7571bb45593f4cd8b0c7bc9470a8a693837248b5a7854dc8e37e752d949479272642994182061d7af80b0ac6f6e984874c8cdc6a5d7d17dc9e9de5ad12120cdb9f6c0d09c0e11b87b3423e37ba9437a4f76cc1e6124579e5f79832b89710de1968ce46e3e69fa185c0a924e8cb5f996ee5963f6826dd37714de264d75545e8509caf8735330cde7ed4228e5779471827b83757c466022117c45d598f5a4a7fed7be4e1b4d320f894879061a75d1a41efd8dcaf3c61733ed8ca2cc2f83714f8fdbc7a97cd6d6b97ea3d36ebd69890633',
        false,
      ], // bit 7 of masked_db not cleared
      [
        103,
        '313233343030',
        '1758eb94588e6fc4f50c1be1afcaa41027869f304cad513b1fb12c2f446d63cdc05c4830a7e3e630da7b2da4f7867cc173bf6420f9732277282596de41ded32e21d0cc31441174da8765f57419c7764ea758f55bc17646eb100c435d1ac0eed6fc7ba6de5f832094ee2f479979765e05ac9976788db3c241a9e32a0da864f0019a87646ba623d63f4411af5dee1be9ec488c7e3e1b231479de70b9ac5f78a17b1f4120aece45f26c07e7bb345fdfeb05e14bcaacc614672a465fc523624cb19f66f9c6c3f642b832ca44cb25176d679f0e05606c3fed022cac24c2bf960a406d48818e3eb7ed53b0446032469047dfed95fc18088c92d91d93722c47f88163a8',
        false,
      ], // PKCS #1 v1.5 signature
    ],
  },
  RS256: {
    n: 'orRRoH0KpfluRVZxUTVQUUqKW0YuvvcXCU-h_ugiJOY3-XRtP3yv0xh42AMltu9aFwD2WQO0aUKeidbqyIRQl7WrOTGJ25JRLtincRoSU_rNIPecFegkfz0-QuRuSMmOJUov6XZTE6A-_48X4aApOXofomqNzib0kO2BKZYV2YFMItphBCjgnH2WWFlCZvXAIdD87KCNlFoSvoLeTR7Oa0wDFFtdNJXU7VQR64eNrwX9evw-Ca2g8RJkIvWQl1oZaYFvSGmLy7obTZyuedRg2Pn4Xnl1AF2bwixOWsD3waRdElaaYoB9O5oC5aUw53MGb0U9H1tMLpz3ggKD90K51Q',
    rows: [
      [
        2,
        '0000000000000000000000000000000000000000',
        '8a1b220cb2ab415dc760eb7f5bb10335a3cca269d7dbbf7d0962ba79f9cf7b43a5fc09c99a1584f07403473d6c189a836897a5b6f8ea9fa22d601e6ba5f7411fe27c638b81b1a22363583a80fce8c7df3e40fb51bd0e60d0a6653f79f3bcb7ec3e9dc14cfb5b31ab1735bca692d50ac03f979dda92747c6430f8045efa3513ba6e0ce3e9e35570e1c30c8ebe589b44192e1344ca83dfa576fc6fdc7bf1cd7cee875b001c8c02ce8d602769e4bd9d241c4857182a0089a8b67644e73eef105c550efa47a40874289395ac0c4e02fd4ba98e130a4c2d1b95521c6af4a002ac3bdc6e52122ae4c08cc3da1c896e059acbddec574ac0432f6103dd97273d8803c102',
        true,
      ], // pseudorandom
      [
        8,
        '313233343030',
        '095dad1fd82bcd36652a381b7f4dd656bd89b40aa58b56da4f6aa8247874b935e65d2b86752d537df7103884d39dd9ad3d65f87404526b09094c5615c6249979b0dc58d2199ae8696a5b76b4bb03eaf08c2ab6aec686c6b1b289c9b44f648bd30cb1ac6a64a73d68e59cd05e7aa1b780f4bfd7b83dfe3b884ec11821a93dc5bbb47a00eea4557b6b96b5656276001f1f295ddbbbc511a99b9a665b9c2674c8af0d812286d0be3ce74817ba2cad283757de35dfb149f2835f60cb03ff155524a57f78b148feceb84cd20b0ae22e3e48f433fbd9bfd60be8afec93165ee0310be961d3695f309d031320c830aa6ba08b5a51d943797097c57630be391bd23736cc',
        false,
      ], // Legacy:missing NULL
      [
        48,
        '313233343030',
        '5e97f3122d202fc0c7688f28a0eba5f5ae8795438b09f6532a2bc3e75a164075146f72e0b3397bf086ec8e7299b67f5c54e4263aa0111f4ff3c16de9aa06682d63be4d8e82b5e2b3c15d913093e29ad844c70f9ff9b3a084d41648e322a2212463ec758823591117e03d90997d6264e5bfcc15b834ce7ae785bf22399a85fc454f6fe9cacae568e0d9bfead7ba998cfa1f25a1b7392edda3115801eb31c9bd0eaf6b5c070224fed09fdb071f87266a6247cc4e3c72c591c5a88a6b41241c491215512a810efa993b0c77e9d3ea4fd78fe9ed4baae8cd8d41196efa3d5f2fa2b4fa6c027f4c385f98c88a296cbc5c6459f91dee01bbdfa059c50b42639641b29f',
        false,
      ], // including garbage
    ],
  },
} as const

/** AES-GCM: number, key, iv, additional data, plaintext (none: it opens to nothing), ciphertext and tag. */
export const gcm = [
  [
    2,
    '5b9604fe14eadba931b0ccf34843dab9',
    '921d2507fa8007b7bd067d34',
    '00112233445566778899aabbccddeeff',
    '001d0c231287c1182784554ca3a21908',
    '49d8b9783e911913d87094d1f63cc7651e348ba07cca2cf04c618cb4d43a5b92',
  ],
  [
    45,
    '000102030405060708090a0b0c0d0e0f',
    '505152535455565758595a5b',
    '',
    undefined,
    'eb156d081ed6b6b55f4612f021d87b39277b8243cd95f9167738852c79c19f7c',
  ], // all bits of tag flipped
  [
    73,
    '92ace3e348cd821092cd921aa3546374299ab46209691bc28b8752d17f123c20',
    '00112233445566778899aabb',
    '00000000ffffffff',
    '00010203040506070809',
    'e27abdd2d2a53d2f136b9a4a2579529301bcfb71c78d4060f52c',
  ],
  [
    116,
    '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
    '505152535455565758595a5b',
    '',
    undefined,
    'b2061457c0759fc1749f174ee1ccadfa631701092754e40e40778dcd154a6f22',
  ], // all bits of tag flipped
] as const
