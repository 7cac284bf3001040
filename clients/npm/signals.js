/** How a page tells the worker of messages while the worker is busy, so that no message arrives. */

/** The kinds of interruption: indices of the signals, and arguments of the engine's `interrupt`. */
export const KINDS = { line: 1, interrupt: 2, cancel: 3, end: 4 };

/**
 * Tells a worker of messages that cannot arrive while it works. With shared memory, an array holds the number of the last message
 * of each kind. Other pages revoke the address of an empty file for each kind, and the worker asks whether there still is one.
 */
export class Signals {
  /** @param {boolean} shares whether there is shared memory */
  constructor(shares) {
    this.latest = shares ? new Int32Array(new SharedArrayBuffer(4 * 5)) : null;
    /** The addresses. The first one is never revoked: if it is not readable, no address is.
     * @type {string[] | null} */
    this.addresses = shares ? null : Array.from({ length: 5 }, newAddress);
  }

  /** @param {number[]} kinds @param {number} message the number of the message */
  raise(kinds, message) {
    for (const kind of kinds) {
      if (this.latest !== null) {
        Atomics.store(this.latest, kind, message);
      }
      if (this.addresses !== null) {
        URL.revokeObjectURL(this.addresses[kind]);
        this.addresses[kind] = newAddress();
      }
    }
  }
}

function newAddress() {
  return URL.createObjectURL(new Blob());
}

/** Whether there is a file at an address. A worker may wait for the reply. @param {string} address */
export function isReadable(address) {
  try {
    const request = new XMLHttpRequest();
    request.open("GET", address, false);
    request.send();
    return true;
  } catch {
    return false;
  }
}
