export { ConfigError, describeFaults, judgeSettings } from '../base/index.ts'
