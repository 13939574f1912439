/** RFC 7518 Appendix C: ECDH-ES key agreement, enc A128GCM, apu "Alice", apv "Bob". */
export const appendixC = {
  alice: {
    kty: 'EC',
    crv: 'P-256',
    x: 'gI0GAILBdu7T53akrFmMyGcsF3n5dO7MmwNBHKW5SV0',
    y: 'SLW_xSffzlPWrHEVI30DHM_4egVwt3NQqeUD7nMFpps',
    d: '0_NxaRPUMQoAJt50Gz8YiTr8gRTwyEaCumd-MToTmIo',
  },
  bob: {
    kty: 'EC',
    crv: 'P-256',
    x: 'weNJy2HscCSM6AEDTDg04biOvhFhyyWvOHQfeF_PxMQ',
    y: 'e8lnCO-AlStT-NJVX-crhB7QRYhiix03illJOVAOyck',
    d: 'VEmDZpDXXK8p8N0Cndsxs924q6nS1RXFASRl6BfUqdw',
  },
  enc: 'A128GCM',
  apu: 'QWxpY2U',
  apv: 'Qm9i',
  derivedKey: 'VqqN6vgjbSBcIijNcacQGg',
} as const
