/** Gives `@pagopa/io-react-native-wallet` 3.6.3 the version of this library that knows IT-Wallet 1.4. */
export * from 'io-wallet-oid-federation-1.5'
