/**
 * Reads the files of the deployment: everything that they copy, run, probe and set must exist. Uses no container
 * engine.
 */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { register as registerServe } from '../../src/cli/commands/serve.ts'
import { runProgram } from '../../src/cli/program.ts'
import { servingEnvironment } from '../../src/node/index.ts'
import {
  defaultPorts,
  operationsPaths,
  readSettings,
  roleNames,
  type ServedRole,
  variablesOfRole,
} from '../../src/serve/index.ts'
import { parseYaml } from '../support/yaml.ts'

const root = join(import.meta.dirname, '../..')
const base = join(root, 'deploy/kustomize/base')
const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8')
type Any = { readonly [member: string]: Any } & readonly Any[]
const load = (path: string): readonly Any[] => parseYaml(readFileSync(path, 'utf8')) as unknown as readonly Any[]

async function helpOf(...words: string[]): Promise<string> {
  const out: string[] = []
  const terminal = { out: (text: string) => void out.push(text), err: (text: string) => void out.push(text) }
  await runProgram([registerServe], [...words, '--help'], terminal)
  return out.join('')
}

/** Asserts that the help of the program lists the command and its flags. Returns the role. */
async function assertCommand(words: readonly string[]): Promise<ServedRole> {
  const [command = '', role = ''] = words
  const help = await helpOf(command)
  assert.match(help, new RegExp(`^Usage: fiducia ${command} `), command)
  assert.ok((roleNames as readonly string[]).includes(role), role)
  for (const flag of words.filter((word) => word.startsWith('--'))) assert.ok(help.includes(`${flag} `), flag)
  return role as ServedRole
}

const programVariables = ['DATABASE_URL', 'NODE_ENV', 'FIDUCIA_KEYS_PASSPHRASE', 'FIDUCIA_PKCS11_PIN']
function assertVariable(role: ServedRole, name: string): void {
  const known = [...programVariables, ...variablesOfRole(role).map((variable) => variable.name)]
  assert.ok(known.includes(name), `${role} has no variable ${name}`)
}

test('the image sets the same variables for the allocator and for Node as workers get', () => {
  for (const [name, value] of Object.entries(servingEnvironment({})))
    assert.ok(read('Dockerfile').replaceAll('"', '').includes(`\nENV ${name}=${value}\n`), name)
})

/** Optional builds of a library that the registry does not have at the version that the library names. */
const absentFromRegistry = /^node_modules\/@cbor-extract\/cbor-extract-/

test('the lock file has the integrity of every package from the registry', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { integrity?: string; link?: boolean }>
  }
  const lacking = Object.entries(packages).filter(
    ([path, { integrity, link }]) => path.startsWith('node_modules/') && link !== true && integrity === undefined,
  )
  assert.deepEqual(
    lacking.map(([path]) => path).filter((path) => !absentFromRegistry.test(path)),
    [],
  )
})

test('an operator can pin the digest of every base image', () => {
  const stages = read('Dockerfile')
    .split('\n')
    .filter((line) => line.startsWith('FROM '))
  for (const stage of stages) assert.match(stage, /^FROM \$\{NODE_IMAGE\}/)
  assert.match(read('Dockerfile'), /^ARG NODE_IMAGE=node:26-slim$/m)
  for (const [, image = ''] of read('compose.yaml').matchAll(/^ {4}image: (.+)$/gm))
    assert.match(image, /^(fiducia|\$\{[A-Z]+_IMAGE:-[a-z]+:\w+\})$/)
})

test('the image copies existing files, and runs the program as an unprivileged user', async () => {
  const lines = read('Dockerfile')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
  const stages = lines.filter((line) => line.startsWith('FROM ')).map((line) => / AS (\w+)$/.exec(line)?.[1])
  for (const line of lines.filter((one) => one.startsWith('COPY '))) {
    const [first = '', ...words] = line.split(/\s+/).slice(1)
    const from = /^--from=(\w+)$/.exec(first)?.[1]
    if (from !== undefined) assert.ok(stages.includes(from), line)
    else
      for (const source of [first, ...words].slice(0, -1))
        assert.ok(existsSync(join(root, source)), `${line}: ${source}`)
  }
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
  const user = last.findLast((line) => line.startsWith('USER '))
  assert.match(user ?? '', /^USER [1-9]\d*:[1-9]\d*$/)
  assert.ok(last.indexOf(user ?? '') > last.findLastIndex((line) => line.startsWith('RUN ')))
  assert.deepEqual(JSON.parse(last.find((line) => line.startsWith('ENTRYPOINT '))?.slice(11) ?? ''), [
    'node',
    '/app/bin/fiducia.mjs',
  ])
  const command = JSON.parse(last.find((line) => line.startsWith('CMD '))?.slice(4) ?? '') as string[]
  assert.match(await helpOf(...command.slice(0, 1)), /^Usage: fiducia serve /)
  const ignored = read('.dockerignore').trim().split('\n')
  for (const source of ['package.json', 'bin', 'src', 'scripts', 'LICENSE'])
    assert.equal(ignored.includes(source), false)
  const scripts = JSON.parse(read('package.json')).scripts
  for (const [, script = ''] of read('Dockerfile').matchAll(/npm run (\S+)/g)) assert.ok(scripts[script], script)
})

/** Returns the expected network of a container. Only `network` has its own, so that any other container may stop. */
const sharesNetwork = (name: string) => (name === 'network' ? [undefined, false] : ['service:network', true])

test('compose runs every role with commands and variables that exist', async () => {
  const [file] = load(join(root, 'compose.yaml'))
  const services = file?.services as unknown as Record<string, Any>
  const roles: string[] = []
  for (const [name, service] of Object.entries(services)) {
    for (const dependency of Object.keys(service.depends_on ?? {})) assert.ok(services[dependency], dependency)
    for (const secret of (service.secrets ?? []) as unknown as string[]) assert.ok(file?.secrets?.[secret], secret)
    assert.equal(service.restart as unknown, 'unless-stopped', name)
    assert.deepEqual([service.network_mode, service.ports === undefined], sharesNetwork(name), name)
    if (name === 'database' || name === 'network') continue
    const command = service.command as unknown as string[]
    assert.equal(await assertCommand(command), name)
    roles.push(name)
    for (const variable of Object.keys(service.environment ?? {})) assertVariable(name as ServedRole, variable)
    assert.deepEqual([service.read_only, service.user], [true, undefined])
    const probe = ((service.healthcheck?.test ?? []) as unknown as string[]).join(' ')
    assert.ok(probe.includes(`http://127.0.0.1:${defaultPorts[name as ServedRole]}/ready`), probe)
    const volumes = service.volumes as unknown as string[]
    const mounted = volumes.map((volume) => volume.split(':')[1])
    assert.ok(mounted.includes('/data') && mounted.includes('/settings'))
    for (const volume of volumes.filter((one) => !one.startsWith('.')))
      assert.ok((volume.split(':')[0] as string) in (file?.volumes ?? {}))
  }
  assert.deepEqual(roles.toSorted(), roleNames.toSorted())
})

test('the health check of the database in compose uses TCP, on which it does not listen during its initialization', () => {
  const [file] = load(join(root, 'compose.yaml'))
  // While the image makes a new database, its server listens on a Unix socket only. It then stops, and starts again.
  const probe = (file?.services?.database?.healthcheck?.test ?? []) as unknown as string[]
  assert.ok(probe.includes('--host=127.0.0.1'), probe.join(' '))
})

test('the Kustomize base lists exactly the existing files, with one of each role', () => {
  const [kustomization] = load(join(base, 'kustomization.yaml')) as [Any]
  const resources = kustomization.resources as unknown as string[]
  assert.deepEqual(resources.toSorted(), roleNames.map((role) => `${role}.yaml`).toSorted())
  const generated = (kustomization.configMapGenerator as unknown as Any[]).flatMap(
    ({ files }) => files as unknown as string[],
  )
  for (const file of [...resources, ...generated]) assert.ok(existsSync(join(base, file)), file)
  const present = [...readdirSync(base), ...readdirSync(join(base, 'settings')).map((file) => `settings/${file}`)]
  assert.deepEqual(
    present.filter((file) => file !== 'kustomization.yaml' && file !== 'settings').toSorted(),
    [...resources, ...generated].toSorted(),
  )
})

/** Checks the directory of a key ring: writable, and shared by all replicas (FED-10, WP-67). */
function assertRing(container: Any, pod: Any, claim: Any | undefined): void {
  const named = (list: Any | undefined, name: string) =>
    (list as unknown as Any[]).find((one) => one.name === (name as unknown))
  const directory = named(container.env, 'FIDUCIA_KEYS_RING_DIRECTORY')?.value
  const mount = (container.volumeMounts as unknown as Any[]).find(({ mountPath }) => mountPath === directory)
  assert.ok(mount && mount.readOnly === undefined)
  const claimed = named(pod.volumes, String(mount.name))?.persistentVolumeClaim
  assert.deepEqual([claim?.kind, claim?.metadata?.name], ['PersistentVolumeClaim', claimed?.claimName])
  assert.deepEqual(claim?.spec?.accessModes as unknown, ['ReadWriteMany'])
}

for (const role of roleNames)
  test(`the deployment of the ${role}: command, probes, variables, rights, mounts`, async () => {
    const [deployment, service, claim] = load(join(base, `${role}.yaml`)) as [Any, Any, Any?]
    const pod = deployment.spec?.template?.spec as Any
    const [container] = pod.containers as unknown as [Any]
    assert.equal(await assertCommand(container.args as unknown as string[]), role)
    assert.ok(Number(deployment.spec?.replicas) >= 2)
    assert.equal(pod.securityContext?.runAsNonRoot as unknown, true)
    // A Service named fiducia-… would put FIDUCIA_…_PORT into the environment, which is not a setting.
    assert.equal(pod.enableServiceLinks as unknown, false)
    assert.ok(Number(pod.securityContext?.runAsUser) > 0)
    const { securityContext } = container
    assert.deepEqual(
      [
        securityContext?.readOnlyRootFilesystem,
        securityContext?.allowPrivilegeEscalation,
        securityContext?.capabilities,
      ],
      [true, false, { drop: ['ALL'] }],
    )
    const ports = (container.ports as unknown as Any[]).map(({ name }) => name as unknown as string)
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
      const { path, port } = (container[probe] as Any).httpGet as Any
      assert.ok((operationsPaths as readonly unknown[]).includes(path), `${probe} ${path}`)
      assert.ok(ports.includes(port as unknown as string))
    }
    assert.equal(container.readinessProbe?.httpGet?.path as unknown, '/ready')
    // `/ready` waits two seconds for a store that does not answer, and then states the reason.
    assert.ok(Number(container.readinessProbe?.timeoutSeconds) > 2)
    for (const { name, value } of container.env as unknown as Any[]) {
      assertVariable(role, name as unknown as string)
      if (/URL|TOKEN$|PASSPHRASE|PIN$/.test(String(name))) assert.equal(value, undefined, `${name} must be a reference`)
    }
    const volumes = (pod.volumes as unknown as Any[]).map(({ name }) => name)
    for (const { name } of container.volumeMounts as unknown as Any[]) assert.ok(volumes.includes(name as never))
    if (role === 'trust-anchor' || role === 'wallet-provider') assertRing(container, pod, claim)
    const { matchLabels } = (deployment.spec as Any).selector as Any
    assert.deepEqual([matchLabels, service.spec?.selector], [deployment.spec?.template?.metadata?.labels, matchLabels])
    assert.ok(ports.includes(((service.spec as Any).ports as unknown as [Any])[0].targetPort as unknown as string))
    assert.equal(service.spec?.ports?.length, 1, 'the Service must not expose the operations port')
  })

for (const role of roleNames)
  test(`the settings of the ${role} are valid except for the files that a secret provides`, () => {
    const file = join(base, 'settings', `${role}.json`)
    let faults: readonly string[] = []
    try {
      readSettings(role, { file, environment: { DATABASE_URL: 'postgresql://database/fiducia' } })
    } catch (thrown) {
      faults = (thrown as { faults: readonly string[] }).faults
    }
    const told = faults.map((fault) => fault.replace(/(no file) .*/, '$1'))
    assert.deepEqual(told, role === 'trust-anchor' ? [] : ['anchors.0.jwksFile: there is no file'])
  })
