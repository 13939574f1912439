/**
 * Port to the faults of a sandbox: lists the possible faults, arms a fault for the next matching message, and lists the
 * results.
 */
import type { Failure, NumericDate } from '../../base/index.ts'
import type { Texts } from '../screen.ts'

/** Flow to which a message belongs, named after the action that starts it. */
export type FaultFlow =
  | 'set-up'
  | 'issuance'
  | 'issuance-mdoc'
  | 'presentation'
  | 'presentation-scope'
  | 'presentation-mdoc'
  | 'federation'
  | 'login'
  | 'login-saml'
  | 'other'

/** Expected effect of a fault. */
export type ExpectedEnd =
  | {
      /** Surface of the next decision, which refuses the message or fails: `pid-provider/token`. */
      readonly surface: string
      readonly code: string
    }
  | {
      /**
       * HTTP status that the sender of the request receives. Only for the response to a request that no party of the
       * sandbox sends.
       */
      readonly answer: number
    }
  | {
      /** Reason why the fault has no effect. */
      readonly tolerated: Texts
    }

/** One fault of a step. */
export interface OfferedFault {
  /** Name within its step: `expired`, or `dpop.expired` for the fault of one document of the message. */
  readonly fault: string
  readonly expected: ExpectedEnd
}

/** One message of a flow: who sends what to whom. */
export interface FaultStep {
  /** Unique name: `wallet → pid-provider POST /token request`. May end with a credential format. */
  readonly step: string
  readonly flow: FaultFlow
  /** Party that sends the request: a role, `wallet`, `browser`, `application`, `operator`, or `anybody`. */
  readonly from: string
  /** Role that answers the request. */
  readonly to: string
  readonly method: string
  /** Path of the request. A segment that begins with a colon, for example `:id`, matches any segment. */
  readonly path: string
  readonly side: 'request' | 'response'
  readonly faults: readonly OfferedFault[]
}

/** Decision that followed a fault and did not accept. */
export interface FollowingRefusal {
  readonly trace: string
  readonly surface: string
  /** Code of the failed check, or the outcome of a decision without one: `failed`. */
  readonly code: string
}

/** An armed or used fault, with its result. */
export interface ArmedFault {
  readonly id: string
  readonly step: string
  readonly fault: string
  /** Time at which the fault was armed. */
  readonly at: NumericDate
  readonly state: 'armed' | 'used'
  readonly usedAt?: NumericDate
  /**
   * Reason why the last matching message passed unchanged. `document_missing`: the message has no such document, or the
   * fault does not change its text. `key_unknown`: the key of the document's signer is unknown. The fault stays armed.
   */
  readonly missed?: string
  /** ID of the recorded message that the fault has changed. */
  readonly message?: string
  /**
   * First refusal or failure of any role within 30 seconds after the use of the fault. Absent if another fault was used
   * before that refusal.
   */
  readonly refusal?: FollowingRefusal
}

/** Reasons why a fault cannot be armed. */
export type ArmCode = 'step_unknown' | 'fault_unknown' | 'too_many_armed'

/** Faults of a sandbox. An armed fault changes one message. */
export interface Faults {
  readonly steps: readonly FaultStep[]
  /** Arms a fault for the next message of the step. The same fault can be armed several times. */
  arm(step: string, fault: string): ArmedFault | Failure<ArmCode>
  /** Removes a fault from the list, armed or used. Returns false for an unknown ID. */
  cancel(id: string): boolean
  /** Returns the armed faults and the last used ones. The fault that was armed last comes first. */
  list(): readonly ArmedFault[]
  /** Calls the listener after each change. Returns a function that removes the listener. */
  watch(listener: () => void): () => void
}
