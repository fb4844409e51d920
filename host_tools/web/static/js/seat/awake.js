// The phone's own means: its screen stays on during a game, and it shakes when it is asked.

/** @type {WakeLockSentinel | null} */
let lock = null;
let wanted = false;

/**
 * Keep the screen on, or let it go dark. A browser without that, or one that saves its battery,
 * refuses, and nothing is lost.
 * @param {boolean} on
 */
export async function stayAwake(on) {
  wanted = on;
  if (!on) {
    lock?.release().catch(() => null);
    lock = null;
  } else if (!lock && document.visibilityState === "visible" && "wakeLock" in navigator) {
    lock = await navigator.wakeLock.request("screen").catch(() => null);
    lock?.addEventListener("release", () => (lock = null));
  }
}

// A hidden page loses its lock, and asks again when it is looked at.
document.addEventListener("visibilitychange", () => stayAwake(wanted));

const SHAKE_MS = [60, 60, 60];

/** Shake the phone; browsers allow it only after a touch, and complain otherwise. */
export function shake() {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(SHAKE_MS);
}
