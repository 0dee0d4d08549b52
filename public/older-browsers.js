/*
 * Loaded before everything else, and only by browsers that lack something of it (lib/view/loading/older-browsers.ts). ES5, because it is
 * served as it stands.
 */
;(function (window, document) {
  var typed = Object.getPrototypeOf(Int8Array.prototype)

  function add(prototypes, name, method) {
    prototypes.forEach(function (prototype) {
      if (!(name in prototype)) Object.defineProperty(prototype, name, { value: method, configurable: true, writable: true })
    })
  }

  function positionOf(index, length) {
    var whole = Math.trunc(index) || 0
    return whole < 0 ? whole + length : whole
  }

  function findFromEnd(list, matches, self) {
    for (var at = list.length - 1; at >= 0; at--) if (matches.call(self, list[at], at, list)) return at
    return -1
  }

  // Safari 15.0 to 15.3
  add([Array.prototype, String.prototype, typed], "at", function (index) {
    return this[positionOf(index, this.length)]
  })
  // Chromium 92 to 96, Safari 15.0 to 15.3
  add([Array.prototype, typed], "findLast", function (matches, self) {
    return this[findFromEnd(this, matches, self)]
  })
  add([Array.prototype, typed], "findLastIndex", function (matches, self) {
    return findFromEnd(this, matches, self)
  })
  // Chromium 92, Safari 15.0 to 15.3
  add([Object], "hasOwn", function (object, name) {
    return Object.prototype.hasOwnProperty.call(object, name)
  })
  // Chromium below 120, Safari below 17
  add([URL], "canParse", function (address, base) {
    try {
      return Boolean(new URL(address, base))
    } catch (error) {
      return false
    }
  })
  // Chromium below 110, Safari below 16
  add([Array.prototype, typed], "toSorted", function (compare) {
    return this.slice().sort(compare)
  })
  add([Array.prototype, typed], "toReversed", function () {
    return this.slice().reverse()
  })
  add([Array.prototype, typed], "with", function (index, value) {
    var at = positionOf(index, this.length)
    if (at < 0 || at >= this.length) throw new RangeError("Invalid index : " + index)
    var copy = this.slice()
    copy[at] = value
    return copy
  })
  add([Array.prototype], "toSpliced", function () {
    var copy = this.slice()
    copy.splice.apply(copy, arguments)
    return copy
  })
  // Chromium below 113, Safari below 17
  if (!("size" in URLSearchParams.prototype))
    Object.defineProperty(URLSearchParams.prototype, "size", {
      configurable: true,
      enumerable: true,
      get: function () {
        return Array.from(this).length
      },
    })

  function addStyle(css) {
    var style = document.createElement("style")
    style.textContent = css
    document.head.appendChild(style)
  }

  // Chromium below 114, Safari below 17, Firefox below 125: a click on the button opens, Escape and a click elsewhere close
  if (!("popover" in HTMLElement.prototype)) {
    addStyle(
      "[popover]:not([data-open]){display:none!important}" +
        "[popover]{position:fixed;z-index:1000;top:0;right:0;bottom:0;left:0;width:-moz-fit-content;width:fit-content;height:-moz-fit-content;height:fit-content;margin:auto}" +
        "[popover].sheet-panel{top:auto;width:100%;height:auto;max-height:80vh;margin:0;overflow-y:auto;background:var(--surface);color:var(--text);box-shadow:0 0 0 100vmax var(--scrim)}",
    )
    var setOpen = function (popover, open) {
      if (open) popover.setAttribute("data-open", "")
      else popover.removeAttribute("data-open")
      var button = document.querySelector('[popovertarget="' + popover.id + '"]')
      if (!button) return
      button.setAttribute("aria-expanded", String(open))
      if (!open || popover.className === "sheet-panel") return
      // under its button, inside the window
      var box = button.getBoundingClientRect()
      var left = Math.min(box.left, document.documentElement.clientWidth - popover.offsetWidth - 16)
      popover.style.cssText = "right:auto;bottom:auto;margin:0;top:" + (box.bottom + 4) + "px;left:" + Math.max(16, left) + "px"
    }
    var closeAll = function (except) {
      document.querySelectorAll("[popover][data-open]").forEach(function (popover) {
        if (popover !== except) setOpen(popover, false)
      })
    }
    document.addEventListener("click", function (event) {
      var button = event.target instanceof Element && event.target.closest("[popovertarget]")
      var target = button ? document.getElementById(button.getAttribute("popovertarget")) : null
      closeAll(target || event.target.closest("[popover]"))
      if (target) setOpen(target, !target.hasAttribute("data-open"))
    })
    window.addEventListener("scroll", function () {
      closeAll(document.querySelector(".sheet-panel[data-open]"))
    })
    document.addEventListener("keydown", function (event) {
      if (event.key !== "Escape") return
      var open = document.querySelector("[popover][data-open]")
      if (!open) return
      var button = document.querySelector('[popovertarget="' + open.id + '"]')
      closeAll(null)
      if (button) button.focus()
    })
  }

  // Safari 15.0 to 15.3: the element is unknown there
  if (!("HTMLDialogElement" in window)) {
    addStyle(
      "dialog:not([open]){display:none!important}" +
        "dialog{display:block;position:fixed;z-index:1000;top:0;right:0;bottom:0;left:0;width:fit-content;height:fit-content;margin:auto;box-shadow:0 0 0 100vmax var(--scrim)}",
    )
    var unknown = HTMLUnknownElement.prototype
    Object.defineProperty(unknown, "open", {
      configurable: true,
      get: function () {
        return this.hasAttribute("open")
      },
    })
    unknown.showModal = function () {
      this.setAttribute("open", "")
      var first = this.querySelector("a[href],button,input,select,textarea,[tabindex]")
      if (first) first.focus()
    }
    unknown.close = function () {
      this.removeAttribute("open")
      this.dispatchEvent(new Event("close"))
    }
    document.addEventListener("keydown", function (event) {
      var open = document.querySelectorAll("dialog[open]")
      var last = open[open.length - 1]
      if (event.key === "Escape" && last && last.dispatchEvent(new Event("cancel", { cancelable: true }))) last.close()
    })
  }
})(window, document)
