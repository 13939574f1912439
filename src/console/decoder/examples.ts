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

/** An example, which the page offers as a button. */
export interface DecoderExample {
  /** Name in the form: `dpop-proof`. */
  readonly id: string
  readonly label: Texts
  /** Returns the content of the fields, or `undefined` if the role that publishes the artefact is unreachable. */
  readonly make: () => Promise<DecoderFields | undefined>
}
