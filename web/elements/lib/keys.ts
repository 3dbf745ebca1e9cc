/** The figure's keyboard: what a key means outside of text fields and matrices. */

type Action =
  | { do: 'step'; by: number }
  | { do: 'end'; at: 'first' | 'last' }
  | { do: 'query'; by: number }
  | { do: 'play' }
  | { do: 'unpin' }
  | { do: 'help' };

interface KeyLike {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

export const actionFor = (event: KeyLike, onButton: boolean): Action | undefined => {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  switch (event.key) {
    case 'ArrowLeft':
      return { do: 'step', by: -1 };
    case 'ArrowRight':
      return { do: 'step', by: 1 };
    case 'ArrowUp':
      return { do: 'query', by: -1 };
    case 'ArrowDown':
      return { do: 'query', by: 1 };
    case 'Home':
      return { do: 'end', at: 'first' };
    case 'End':
      return { do: 'end', at: 'last' };
    case ' ':
      // Space presses the button that has the focus.
      return onButton ? undefined : { do: 'play' };
    case 'Escape':
      return { do: 'unpin' };
    case '?':
      return { do: 'help' };
    default:
      return undefined;
  }
};
