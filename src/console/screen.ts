/** A screen of the console: its place in the navigation, and its routes. The console uses nothing else of a screen. */
import type { EndpointRequest, Html, HttpResponse, Language, Route } from '../http/index.ts'
import type { ApiCall } from './shell/parts.ts'

/** A text in each language of the console. */
export type Texts = Readonly<Record<Language, string>>

/** Content of a page. The shell adds head, navigation and footer. */
export interface PageContent {
  readonly title: string
  readonly main: Html
  /** Pages between the screen's first page and this one, from the top. `id` is unique on the page. */
  readonly trail?: readonly { readonly id: string; readonly label: string; readonly path: string }[]
  /** Defaults to 200. */
  readonly status?: number
  /** True for a page that updates without an action of the reader. It gets the switch that pauses the updates. */
  readonly isLive?: boolean
}

/** Renders pages around the content of a screen. */
export interface Shell {
  /** Returns the language that the reader chose. Defaults to Italian for an Italian browser, otherwise English. */
  language(request: EndpointRequest): Language
  /** Returns false if the reader has paused the live updates. A page with `isLive` must then not update. */
  isLive(request: EndpointRequest): boolean
  /** Returns a whole page. */
  page(request: EndpointRequest, content: PageContent): Promise<HttpResponse>
  /** Returns a part of a page, which htmx inserts into the page. `status` defaults to 200. */
  part(main: Html, status?: number): Promise<HttpResponse>
  /**
   * Returns the call as a program sends it to the console: unchanged for a console without a login, otherwise with the
   * variable `$ADMIN_TOKEN`. Returns `undefined` for a console that has a login but no token for programs. The called
   * route must not be a page, because `$ADMIN_TOKEN` opens no page.
   */
  programCall(call: ApiCall): ApiCall | undefined
}

/** One entry of the navigation. */
export interface Screen {
  /** Name of its folder, and the prefix of its element ids. */
  readonly id: string
  /** Path of its first page. The paths of its other pages begin with it. */
  readonly path: string
  /** Label in the navigation. */
  readonly label: Texts
  /** Returns a warning for the pages of all other screens, or `undefined` if there is none now. */
  readonly ribbon?: () => Texts | undefined
  readonly routes: (shell: Shell) => readonly Route[]
}
