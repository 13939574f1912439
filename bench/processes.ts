/** Processes of a run: the measured ones on core 0, one active at a time, and the load on core 1. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Child, canPin, pinSelf, startChild } from './channel.ts'
import type { BenchOptions } from './options.ts'
import type { Ports } from './service/origins.ts'
import { createVendor, type Vendor } from './vectors/wallets.ts'

export interface Processes {
  readonly service: Child
  readonly floors: Child
  readonly inProcess: Child
  /** Process of `oidc-provider`. */
  readonly peer: Child
  readonly ports: Ports
  readonly floorPorts: { readonly raw: number; readonly noOp: number }
  readonly peerPort: number
  /** Directory of the service's databases and of the storage floor's database. */
  readonly directory: string
  /** True if each process is pinned to its core. */
  readonly pinned: boolean
  /** Vendor of the devices that the service trusts. */
  readonly vendor: Vendor
}

/** Starts the processes and runs the work. At its end, stops them and deletes their directory. */
export async function withProcesses<T>(options: BenchOptions, work: (processes: Processes) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'fiducia-bench-'))
  const children: Child[] = []
  const pinned = canPin()
  const start = (file: string): Child => {
    const child = startChild(file, 0, pinned)
    children.push(child)
    return child
  }
  if (pinned) pinSelf(1)
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
  try {
    const vendor = await createVendor('bench')
    const service = start('service/process.ts')
    const floors = start('floors/process.ts')
    const inProcess = start('in-process/process.ts')
    const peer = start('peers/oidc-provider/process.ts')
    const ports = await service.ask<Ports>('start', { directory, vendor: vendor.save(), counting: options.profile })
    const floorPorts = await floors.ask<Processes['floorPorts']>('start')
    const peerPort = await peer.ask<number>('start')
    return await work({ service, floors, inProcess, peer, ports, floorPorts, peerPort, directory, pinned, vendor })
  } finally {
    await Promise.all(children.map((child) => child.stop()))
    rmSync(directory, { recursive: true, force: true })
  }
}
