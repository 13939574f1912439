/**
 * One logged-in session with a PKCS#11 token for the whole process (OASIS PKCS #11 v2.40). Calls run one after the
 * other. A call that fails or takes too long runs a second time in a new session, unless it generates a key. A second
 * failure is an outage. A PIN that the token refused is never sent again, because tokens lock after several wrong PINs.
 */
import { type MaybePromise, Unavailable } from '../base/index.ts'

export interface Pkcs11Attribute {
  type: number
  value?: Buffer | number | string | boolean
}

/** Functions of the package `pkcs11js` that this adapter calls. The package is loaded only if a token is configured. */
export interface Pkcs11Library {
  load(path: string): void
  C_Initialize(options: { flags: number }): void
  C_GetSlotList(tokenPresent: boolean): Buffer[]
  C_GetTokenInfo(slot: Buffer): { readonly label: string }
  C_OpenSession(slot: Buffer, flags: number): Buffer
  C_CloseSession(session: Buffer): void
  C_Login(session: Buffer, userType: number, pin: string): void
  C_FindObjectsInit(session: Buffer, template: Pkcs11Attribute[]): void
  C_FindObjects(session: Buffer, maximum: number): Buffer[]
  C_FindObjectsFinal(session: Buffer): void
  C_GetAttributeValue(
    session: Buffer,
    object: Buffer,
    template: Pkcs11Attribute[],
  ): readonly { readonly value: Buffer }[]
  C_SetAttributeValue(session: Buffer, object: Buffer, template: Pkcs11Attribute[]): void
  C_GenerateKeyPair(
    session: Buffer,
    mechanism: { mechanism: number },
    publicTemplate: Pkcs11Attribute[],
    privateTemplate: Pkcs11Attribute[],
  ): { readonly privateKey: Buffer; readonly publicKey: Buffer }
  C_DestroyObject(session: Buffer, object: Buffer): void
  C_SignInit(session: Buffer, mechanism: { mechanism: number }, key: Buffer): void
  C_SignAsync(session: Buffer, data: Buffer, signature: Buffer): Promise<Buffer>
}

/** A fault of package, library, token or PIN. The message is one sentence for the operator, without the PIN. */
export class Pkcs11Fault extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'Pkcs11Fault'
  }
}

/** A PKCS#11 token and its credentials. */
export interface Pkcs11Options {
  /** Path of the token's library. */
  readonly module: string
  /** Label of the token. */
  readonly token: string
  readonly pin: string
  /** Time limit for one signature. All other calls block the process until the token answers. Defaults to 5000. */
  readonly timeoutMilliseconds?: number
}

/** A logged-in session that is opened again after a failure. */
export interface Pkcs11Session {
  /**
   * Runs a call in a logged-in session, after all earlier calls. Runs the call again in a new session if it fails or
   * takes too long, up to `attempts` times in all. Rejects with `Unavailable` if the last attempt fails, or if the
   * token refuses the PIN. `attempts` defaults to 2.
   */
  run<T>(call: (library: Pkcs11Library, session: Buffer) => MaybePromise<T>, attempts?: number): Promise<T>
  /** Closes the session. A later `run` opens a new one. */
  close(): void
}

/**
 * Loads the package. Only tests pass `name`. Rejects with `Pkcs11Fault` if the package is not installed, or if its
 * native part is not built.
 */
export async function loadPkcs11(name = 'pkcs11js'): Promise<Pkcs11Library> {
  try {
    const { default: pkcs11 } = (await import(name)) as { default: { PKCS11: new () => Pkcs11Library } }
    return new pkcs11.PKCS11()
  } catch (thrown) {
    const remedy =
      (thrown as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND'
        ? 'that is not installed: npm install pkcs11js'
        : 'whose native part is not built: npm rebuild pkcs11js'
    throw new Pkcs11Fault(`PKCS#11 needs a package ${remedy}`, { cause: thrown })
  }
}

const cku = { user: 1 } as const
/** Flags of `C_OpenSession` (`rw`, `serial`) and of `C_Initialize` (`osLocking`: signatures run in other threads). */
const ckf = { rw: 2, serial: 4, osLocking: 2 } as const
const ckr = { alreadyInitialized: 0x191, alreadyLoggedIn: 0x100, pinFirst: 0xa0, pinLast: 0xa4 } as const

const codeOf = (thrown: unknown): number | undefined => {
  const { code } = (thrown ?? {}) as { readonly code?: unknown }
  return typeof code === 'number' ? code : undefined
}

/** Runs a call. Ignores the error code `done`: it means that an earlier call had the same effect. */
function runUnlessDone(done: number, run: () => void): void {
  try {
    run()
  } catch (thrown) {
    if (codeOf(thrown) !== done) throw thrown
  }
}

/** Loads the library and logs in to the token. Throws `Pkcs11Fault` if library, token or PIN cannot be used. */
export function openPkcs11Session(library: Pkcs11Library, options: Pkcs11Options): Pkcs11Session {
  try {
    library.load(options.module)
  } catch (thrown) {
    throw new Pkcs11Fault(`The PKCS#11 library ${options.module} cannot be loaded.`, { cause: thrown })
  }
  let session: Buffer | undefined = connectFirst(library, options)
  let pinRefused = false
  let last: Promise<unknown> = Promise.resolve()

  function drop(): void {
    const lost = session
    session = undefined
    try {
      if (lost) library.C_CloseSession(lost)
    } catch {
      // The lost session is closed already.
    }
  }
  async function attempt<T>(call: (library: Pkcs11Library, session: Buffer) => MaybePromise<T>): Promise<T> {
    session ??= connect(library, options)
    return withTimeout(options.timeoutMilliseconds ?? 5000, call(library, session))
  }
  async function tryCall<T>(
    call: (library: Pkcs11Library, session: Buffer) => MaybePromise<T>,
    attempts: number,
  ): Promise<T> {
    for (let left = attempts - 1; ; left -= 1) {
      try {
        if (pinRefused) throw new Pkcs11Fault('its PIN was refused')
        return await attempt(call)
      } catch (thrown) {
        drop()
        pinRefused ||= thrown instanceof Pkcs11Fault && isPinFault(thrown.cause)
        if (left > 0 && !pinRefused) continue
        throw new Unavailable(`the PKCS#11 token does not answer: ${describe(thrown)}`, 5, { cause: thrown })
      }
    }
  }
  return {
    run: (call, attempts = 2) => {
      const result = last.then(() => tryCall(call, attempts))
      last = result.catch(() => undefined)
      return result
    },
    close: drop,
  }
}

const isPinFault = (thrown: unknown): boolean => {
  const code = codeOf(thrown) ?? 0
  return code >= ckr.pinFirst && code <= ckr.pinLast
}

const describe = (thrown: unknown): string => {
  const code = codeOf(thrown)
  return code === undefined ? (thrown as Error).message : `0x${code.toString(16)}`
}

/**
 * Makes the first connection. Throws `Pkcs11Fault` for any failure. A failure after the first connection is
 * `Unavailable`.
 */
function connectFirst(library: Pkcs11Library, options: Pkcs11Options): Buffer {
  try {
    return connect(library, options)
  } catch (thrown) {
    if (thrown instanceof Pkcs11Fault) throw thrown
    throw new Pkcs11Fault(`The PKCS#11 token "${options.token}" cannot be opened: ${describe(thrown)}.`, {
      cause: thrown,
    })
  }
}

function connect(library: Pkcs11Library, { module, token, pin }: Pkcs11Options): Buffer {
  runUnlessDone(ckr.alreadyInitialized, () => library.C_Initialize({ flags: ckf.osLocking }))
  const slot = library.C_GetSlotList(true).find((one) => library.C_GetTokenInfo(one).label.trim() === token)
  if (slot === undefined) throw new Pkcs11Fault(`The PKCS#11 library ${module} has no token "${token}".`)
  const session = library.C_OpenSession(slot, ckf.rw | ckf.serial)
  try {
    runUnlessDone(ckr.alreadyLoggedIn, () => library.C_Login(session, cku.user, pin))
    return session
  } catch (thrown) {
    library.C_CloseSession(session)
    if (!isPinFault(thrown)) throw thrown
    throw new Pkcs11Fault(`The PKCS#11 token "${token}" refuses the PIN (${describe(thrown)}).`, { cause: thrown })
  }
}

/** Returns the answer. Rejects if it does not arrive in time. */
async function withTimeout<T>(milliseconds: number, answer: MaybePromise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), milliseconds)
  })
  try {
    return await Promise.race([answer, timeout])
  } finally {
    clearTimeout(timer)
  }
}
