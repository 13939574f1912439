/** A Wallet Provider that `fiducia serve` runs in separate processes. It trusts the devices of a software vendor. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createPublicKey } from 'node:crypto'
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { encodeBase64 } from '../../src/base/index.ts'
import { findPort, writePrivateFile } from '../../src/node/index.ts'
import { initialize } from '../../src/serve/index.ts'
import type { SoftwareVendor } from '../../src/software-device/index.ts'
import { childrenOf } from '../../test/support/child-processes.ts'
import { origins } from './origins.ts'

/** Addresses of the proxy, from which the forwarded requests come. One address has too few ports for an overload. */
export const proxyAddresses: readonly string[] = Array.from({ length: 32 }, (_, index) => `127.0.0.${index + 1}`)

const program = fileURLToPath(new URL('../../bin/fiducia.mjs', import.meta.url))

interface ServedOptions {
  readonly directory: string
  readonly vendor: SoftwareVendor
  readonly databaseUrl: string
  readonly workers: number
  /** Pins all processes of the service to this core. */
  readonly core: number | undefined
  /** Further settings. */
  readonly settings?: object
}

export interface ServedRole {
  readonly port: number
  /** Resident memory of all processes in bytes. */
  memory(): number
  stop(): Promise<void>
}

/** Starts the service. Resolves when it is ready. */
export async function startServedRole(options: ServedOptions): Promise<ServedRole> {
  const { directory, workers, core } = options
  const { file } = await initialize('wallet-provider', { directory, publicUrl: origins.walletProvider })
  writeFileSync(file, JSON.stringify(settingsFor(readFileSync(file, 'utf8'), options)))
  const port = await findPort({ port: 0, hosts: ['127.0.0.1'] })
  const words = ['serve', 'wallet-provider', '--config', file, '--port', `${port}`, '--host', '127.0.0.1']
  const log = join(directory, 'log.jsonl')
  const output = openSync(log, 'a')
  const child = spawn(process.execPath, ['--conditions=fiducia-source', program, ...words, '--workers', `${workers}`], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
    },
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  await untilReady(child, port, log)
  const pids = (): readonly number[] => [child.pid ?? 0, ...childrenOf(child.pid ?? 0)]
  if (core !== undefined) for (const pid of pids()) spawnSync('taskset', ['-acp', String(core), String(pid)])
  return {
    port,
    memory: () => pids().reduce((sum, pid) => sum + residentBytes(pid), 0),
    stop: async () => {
      const closed = new Promise((resolve) => child.once('close', resolve))
      child.kill('SIGTERM')
      await closed
    },
  }
}

/** Changes the settings of `fiducia init` for the bench: own database, devices, proxy; no self-check, no draining. */
function settingsFor(text: string, { vendor, directory, databaseUrl, settings }: ServedOptions): object {
  const { role, operations: _, ...given } = JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, ''))
  return {
    ...given,
    database: { url: databaseUrl, migrate: true },
    devices: devicesOf(vendor, directory),
    trustedProxies: proxyAddresses,
    selfCheck: false,
    shutdown: { drainSeconds: 0 },
    ...settings,
    role: { ...role, environment: 'test' },
  }
}

/** Returns settings that trust the software vendor's devices. */
function devicesOf(vendor: SoftwareVendor, directory: string): object {
  const { packageName, certificateDigest } = vendor.app
  const keysFile = join(directory, 'play-keys.json')
  const statusListFile = join(directory, 'status-list.json')
  const [[, keys] = []] = [...vendor.playKeys]
  const verificationKey = createPublicKey({ key: keys?.verificationKey as never, format: 'jwk' })
    .export({ format: 'der', type: 'spki' })
    .toString('base64')
  const own = { decryptionKey: encodeBase64(keys?.encryptionKey ?? new Uint8Array()), verificationKey }
  writePrivateFile(keysFile, { [packageName]: own }, { mode: 'replace' })
  // The service reads the list from this stored copy and cannot fetch it.
  const checkedAt = Math.floor(Date.now() / 1000)
  const copy = { text: vendor.statusList(), etag: '"1"', checkedAt }
  writePrivateFile(statusListFile, copy, { mode: 'replace' })
  return {
    android: {
      applications: [{ packageName, signatureDigests: [certificateDigest] }],
      play: { decoder: { kind: 'local', keysFile } },
      roots: vendor.androidRoots.map(encodeBase64),
      statusList: { whenTooOld: 'accept', url: 'https://localhost:9/nobody', file: statusListFile },
    },
  }
}

/** Resolves when the service is ready. Rejects after 30 seconds, or, with the end of its log, if the service ends. */
async function untilReady(child: ChildProcess, port: number, log: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the served role ended: ${readFileSync(log, 'utf8').slice(-4000)}`)
    const ready = await fetch(`http://127.0.0.1:${port}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return
    await setTimeout(100)
  }
  throw new Error('the served role is not ready')
}

const residentBytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
