/** Port for the examples of the decoder screen. */
import type { Texts } from '../screen.ts'

/** Content of the fields of the screen. */
export interface DecoderFields {
  readonly text: string
  readonly key?: string | undefined
  readonly index?: string | undefined
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly accessToken?: string | undefined
  readonly session?: string | undefined
}

/** An example that a reader can press. */
export interface DecoderExample {
  /** Name in the form: `dpop-proof`. */
  readonly id: string
  readonly label: Texts
  /** Returns its content, or `undefined` if what it shows is not reachable. */
  readonly make: () => Promise<DecoderFields | undefined>
}
