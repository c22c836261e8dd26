/** The elements that a translator has put in the place of text nodes. */
const replacements = new WeakMap<Node, Element>()

/**
 * Keeps the page working while the browser translates it. A translator replaces text nodes with `<font>` elements, or moves
 * them into these. React still works with the text nodes: its next change beside one would throw, and the change of a
 * replaced one would not show. The methods that React calls find what is in the place of such a node.
 */
export function followTranslations(): void {
  const observer = new MutationObserver(follow)
  observer.observe(document, { childList: true, subtree: true })

  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, child: Node | null): T {
    let place = child
    if (child && child.parentNode !== this && isTranslated(child)) {
      place = shownAs(child)
      while (place && place.parentNode !== this) place = place.parentNode
    }
    insertBefore.call(this, node, place)
    return node
  }
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this || !isTranslated(child)) removeChild.call(this, child)
    else removeShown(shownAs(child), this)
    return child
  }

  function isTranslated(node: Node): boolean {
    follow(observer.takeRecords())
    return node instanceof Text || isFont(node.parentNode)
  }

  function follow(records: readonly MutationRecord[]): void {
    for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      // React has changed a text that was replaced: the new text is shown, until it is translated, too.
      if (type === 'characterData') replacements.get(target)?.replaceWith(target)
      else
        for (const node of removedNodes) {
          const font = [...addedNodes, previousSibling, nextSibling].find(isFont)
          if (!font || !(node instanceof Text) || node.isConnected) continue
          replacements.set(node, font)
          observer.observe(node, { characterData: true })
        }
    }
  }
}

function shownAs(node: Node): Node {
  return (!node.isConnected && replacements.get(node)) || node
}

/** Removes a node, and the elements around it that the translator has added. */
function removeShown(node: Node, parent: Node): void {
  let { parentNode } = node
  parentNode?.removeChild(node)
  while (isFont(parentNode) && parentNode !== parent && !parentNode.hasChildNodes()) {
    const empty: Element = parentNode
    parentNode = empty.parentNode
    empty.remove()
  }
}

function isFont(node: Node | null): node is Element {
  return node?.nodeName === 'FONT'
}
