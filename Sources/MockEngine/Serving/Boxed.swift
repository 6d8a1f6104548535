/// A value that is seldom there: an object that is never changed, and no space beside a reference where there is none.
///
/// For large optional parts of a value that every request passes on.
@propertyWrapper
struct Boxed<Value: Sendable>: Sendable {
    private final class Box: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    private var box: Box?

    init(wrappedValue: Value?) { box = wrappedValue.map(Box.init) }

    var wrappedValue: Value? {
        get { box?.value }
        set { box = newValue.map(Box.init) }
    }
}
