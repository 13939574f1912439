// Marks that script runs. Everything else is done by attributes of htmx.
document.documentElement.classList.add('with-script')
