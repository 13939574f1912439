/** An expired certificate of localhost and its key, for a server's `listen.tls`. */
import { generateKeyPairSync } from 'node:crypto'
import { issueCertificate } from '../../src/x509/index.ts'

export async function expiredCertificate(): Promise<{ readonly key: string; readonly der: Buffer }> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const der = issueCertificate({
    subject: 'CN=localhost',
    issuer: 'CN=localhost',
    serial: '01',
    notBefore: 1_600_000_000,
    notAfter: 1_700_000_000,
    spki: publicKey.export({ type: 'spki', format: 'der' }),
    issuerKey: { privateKey, curve: 'P-256', hash: 'SHA-256' },
  })
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), der: Buffer.from(der) }
}

export const certificatePem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`
