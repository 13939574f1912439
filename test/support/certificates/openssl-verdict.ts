/** The verdict of `openssl verify -crl_check_all` about a certificate chain. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const pem = (label: string, base64: string) => `-----BEGIN ${label}-----\n${base64}\n-----END ${label}-----\n`

/** Returns `OK`, or the reason. Certificates and lists are base64 of DER, the chain leaf first and without the root. */
export async function opensslVerdict(
  {
    root,
    chain,
    lists,
  }: { readonly root: string; readonly chain: readonly string[]; readonly lists: readonly string[] },
  at: number,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fiducia-chain-'))
  const write = (name: string, label: string, values: readonly string[]): string => {
    const path = join(folder, name)
    writeFileSync(path, values.map((value) => pem(label, value)).join(''))
    return path
  }
  const [leaf = '', ...above] = chain
  const files = [
    ...['-CAfile', write('root', 'CERTIFICATE', [root])],
    ...(above.length > 0 ? ['-untrusted', write('above', 'CERTIFICATE', above)] : []),
    ...['-CRLfile', write('lists', 'X509 CRL', lists)],
  ]
  const how = ['-crl_check_all', '-x509_strict', '-attime', String(at)]
  return promisify(execFile)('openssl', ['verify', ...how, ...files, write('leaf', 'CERTIFICATE', [leaf])])
    .then(
      () => 'OK',
      ({ stderr }: { stderr: string }) => stderr,
    )
    .finally(() => rmSync(folder, { recursive: true }))
}
