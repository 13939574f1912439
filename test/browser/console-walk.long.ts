/** A person at the console in a real browser: every flow. */
import { testConsoleWalk } from './console-walk.ts'

testConsoleWalk({ whole: true })
