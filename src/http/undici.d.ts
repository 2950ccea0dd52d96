// Only this file of undici is loaded where no proxy is: all of it, with fetch and WebSocket, takes twice as long to start.
declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici'
  export default Pool
}
