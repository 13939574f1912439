/** The application API for an application in the same process. */
import type { Decide, JsonObject, NumericDate } from '../../base/index.ts'
import type { RpAnswer } from '../answers.ts'
import type { Application } from './applications.ts'

/** A stored order. */
export interface OrderedPresentation {
  readonly id: string
  /** URL to which the application sends its browser. */
  readonly startUrl: string
  readonly expiresAt: NumericDate
}

/** Orders of an application in this process. Its return URLs and limits are those of a configured application. */
export interface PresentationApi {
  readonly decide: Decide<RpAnswer>
  /** Orders a presentation as `POST /api/presentations` does. */
  order(application: Application, body: JsonObject): Promise<OrderedPresentation>
  /** Redeems a reference as `POST /api/results` does. */
  redeem(application: Application, reference: string): Promise<JsonObject>
}
