export * from './android-status-list.ts'
export * from './device-vendors.ts'
export * from './device-vendors-config.ts'
export * from './google-play-decoder.ts'
